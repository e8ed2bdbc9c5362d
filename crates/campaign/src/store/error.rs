//! Why a store cannot be used.

use std::path::PathBuf;

use thiserror::Error;

/// Why a store cannot be used.
#[derive(Debug, Error)]
pub enum StoreError {
    /// A file or folder.
    #[error("{0}: {1}")]
    File(PathBuf, std::io::Error),
    /// The database.
    #[error("the store {0} cannot be used: {1}")]
    Database(PathBuf, rusqlite::Error),
    /// The folder holds a campaign already.
    #[error("{0} holds a campaign already: go on with it by `--resume`, or choose another `--out`")]
    Taken(PathBuf),
    /// The folder holds no campaign.
    #[error("{0} holds no campaign of smtquake")]
    NoCampaign(PathBuf),
    /// What was written down cannot be read.
    #[error("the store {0} is damaged: {1}")]
    Damaged(PathBuf, String),
    /// There is no such bug.
    #[error("there is no bug `{0}` in {1} (`smtquake bugs` lists them)")]
    NoBug(String, PathBuf),
}

/// What a store gives, or why it does not.
pub(super) type Result<T> = std::result::Result<T, StoreError>;
