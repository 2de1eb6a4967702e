//! Dispatch between the backends of a primitive: an enum with one variant per backend. Each variant carries the tokens
//! that prove that the CPU has the backend's instruction sets.

/// Declares the enum of backends, fastest first. Each line gives the architecture, an optional target feature that must
/// be enabled at compile time, the variant with its tokens, and the backend's name. The macro appends the variant
/// `Portable`.
macro_rules! backends {
    ($(#[$doc:meta])* $visible:vis enum $name:ident {
        $($arch:literal $(+ $feature:literal)? $variant:ident($($token:ident),+) = $label:literal,)+
    }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        $visible enum $name {
            $(
                #[cfg(all(target_arch = $arch $(, target_feature = $feature)?))]
                $variant($($crate::platform::cpu::$token),+),
            )+
            Portable,
        }

        impl $name {
            /// Returns every backend that this machine can run, fastest first. The last backend is always `Portable`.
            #[cfg(test)]
            $visible fn available() -> impl Iterator<Item = Self> {
                let found = [$($crate::platform::backends::found!($arch $(+ $feature)? $variant($($token)+))),+];
                found.into_iter().flatten().chain([Self::Portable])
            }
            /// Returns the fastest backend that this machine can run.
            #[inline]
            $visible fn best() -> Self {
                $(if let Some(best) = $crate::platform::backends::found!($arch $(+ $feature)? $variant($($token)+)) {
                    return best;
                })+
                Self::Portable
            }
            /// Returns the backend's name.
            #[allow(dead_code, reason = "for some enums, only tests call this method")]
            $visible fn name(self) -> &'static str {
                match self {
                    $(#[cfg(all(target_arch = $arch $(, target_feature = $feature)?))] Self::$variant(..) => $label,)+
                    Self::Portable => "portable",
                }
            }
        }
    };
}

/// Returns the backend if this machine can run it. Returns `None` if the backend is for another architecture, or if the
/// CPU lacks one of its instruction sets.
macro_rules! found {
    ($arch:literal $(+ $feature:literal)? $variant:ident($($token:ident)+)) => {{
        #[cfg(all(target_arch = $arch $(, target_feature = $feature)?))]
        let found = (|| Some(Self::$variant($($crate::platform::cpu::$token::detect()?),+)))();
        #[cfg(not(all(target_arch = $arch $(, target_feature = $feature)?)))]
        let found = None;
        found
    }};
}

/// Declares the enum of the backends of an operation. Each line gives a backend and the function that implements the
/// operation. All functions take the same argument type.
macro_rules! operation {
    ($(#[$doc:meta])* $visible:vis enum $name:ident: $work:ty {
        $($arch:literal $(+ $feature:literal)? $variant:ident($token:ident) = $label:literal => $run:path,)+
        Portable => $portable:path,
    }) => {
        $crate::platform::backends::backends! {
            $(#[$doc])* $visible enum $name {
                $($arch $(+ $feature)? $variant($token) = $label,)+
            }
        }

        impl $name {
            /// Runs the operation on `work`. `work` is a reference: if it were passed by value, the first loads from
            /// the copy would wait for the stores that made the copy.
            #[inline]
            $visible fn run(self, work: &mut $work) {
                // The portable code is not inlined into `run`. Otherwise, `run` would save the registers that the
                // portable code uses, even when it calls another backend.
                #[inline(never)]
                fn outlined(work: &mut $work) {
                    $portable(work);
                }
                match self {
                    $(#[cfg(all(target_arch = $arch $(, target_feature = $feature)?))]
                    Self::$variant(cpu) => $run(cpu, work),)+
                    Self::Portable => outlined(work),
                }
            }
        }
    };
}

pub(crate) use {backends, found, operation};
