//! The project's own experiments, as a library so that the test suite can run samples of them.

pub mod agree;
pub mod defects;
mod folder;
pub mod guided;
pub mod models;
pub mod mutators;
pub mod overhead;
pub mod reducers;
mod target;
pub mod throughput;
pub mod tuned;
