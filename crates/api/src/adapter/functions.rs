//! Lists of C functions that an adapter cannot do without.

/// Declares a struct of functions and how they are found, by their names without a prefix.
macro_rules! functions {
    ($prefix:literal $(optional { $($maybe:ident: fn($($margs:ty),*) $(-> $mresult:ty)?;)* })? {
        $($name:ident: fn($($args:ty),*) $(-> $result:ty)?;)*
    }) => {
        /// The functions in use, without the prefix of their names.
        pub(super) struct Functions {
            $(pub(super) $name: unsafe extern "C" fn($($args),*) $(-> $result)?,)*
            $($(pub(super) $maybe: Option<unsafe extern "C" fn($($margs),*) $(-> $mresult)?>,)*)?
        }

        impl Functions {
            pub(super) fn find(
                library: &solver::host::symbols::Symbols,
            ) -> Result<Functions, solver::host::HostError> {
                // SAFETY: the types are those of the library's header. It stays loaded beside the functions.
                unsafe {
                    Ok(Functions {
                        $($name: library.function(concat!($prefix, stringify!($name)))?,)*
                        $($($maybe: library.optional(concat!($prefix, stringify!($maybe))),)*)?
                    })
                }
            }
        }
    };
}
pub(super) use functions;
