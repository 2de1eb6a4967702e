//! Dispatch between the backends of a primitive. The backends are the variants of an enum. A variant contains tokens,
//! which prove that the CPU has the instruction sets of the backend.

/// Declares the enum of the backends of a primitive. The macro takes one line for each backend, fastest first. Each
/// line gives the architecture, the variant with its tokens, and the backend's name. After the architecture, a line can
/// name a target feature that must be enabled at compile time. The macro appends the variant `Portable`.
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

/// Returns the backend if this machine can run it. Returns `None` if the code was compiled for another architecture or
/// without a required target feature, or if the CPU lacks one of the backend's instruction sets.
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
/// operation. All these functions take an argument of the same type.
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
            /// Runs the operation on its argument, `work`. The argument is passed by reference, because loads from a
            /// copy would wait for the stores that made the copy.
            #[inline]
            $visible fn run(self, work: &mut $work) {
                // The portable code must not be inlined into `run`. Otherwise, `run` would save the registers that the
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
