//! Dispatch between the backends of a primitive: an enum whose variants carry the tokens that prove their instruction
//! sets.

/// Declares the enum, the fastest backend first. Each line has the architecture, an optional feature that the whole
/// library is compiled for, the tokens, and the backend's name. `Portable` follows as the last variant.
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
            /// Every backend that this machine can run, the fastest first; the last is always portable.
            #[cfg(test)]
            $visible fn available() -> impl Iterator<Item = Self> {
                let found = [$($crate::platform::backends::found!($arch $(+ $feature)? $variant($($token)+))),+];
                found.into_iter().flatten().chain([Self::Portable])
            }
            /// The fastest backend that this machine can run.
            #[inline]
            $visible fn best() -> Self {
                $(if let Some(best) = $crate::platform::backends::found!($arch $(+ $feature)? $variant($($token)+)) {
                    return best;
                })+
                Self::Portable
            }
            /// The backend's name.
            #[allow(dead_code, reason = "tests alone ask some enums for the name")]
            $visible fn name(self) -> &'static str {
                match self {
                    $(#[cfg(all(target_arch = $arch $(, target_feature = $feature)?))] Self::$variant(..) => $label,)+
                    Self::Portable => "portable",
                }
            }
        }
    };
}

/// The backend, if this machine has its architecture and tokens.
macro_rules! found {
    ($arch:literal $(+ $feature:literal)? $variant:ident($($token:ident)+)) => {{
        #[cfg(all(target_arch = $arch $(, target_feature = $feature)?))]
        let found = (|| Some(Self::$variant($($crate::platform::cpu::$token::detect()?),+)))();
        #[cfg(not(all(target_arch = $arch $(, target_feature = $feature)?)))]
        let found = None;
        found
    }};
}

/// Declares the enum of an operation from the argument type and one function per backend. A
/// new backend is one line.
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
            /// Runs the operation. By reference: another copy of `work` would make its loads wait for its stores.
            #[inline]
            $visible fn run(self, work: &mut $work) {
                // Not inlined, so that calls of other backends do not save the registers that this one uses.
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
