//! The choice between the forms of a primitive, which is the same in every room: an enum whose variants
//! carry the tokens that prove their instruction sets.

/// Declares the enum, the fastest form first, each with the architecture that it is for, and what the whole library is
/// compiled for besides, its tokens and its name; `Portable` comes last by itself.
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
            #[allow(dead_code, reason = "some choices are named in tests alone")]
            $visible fn name(self) -> &'static str {
                match self {
                    $(#[cfg(all(target_arch = $arch $(, target_feature = $feature)?))] Self::$variant(..) => $label,)+
                    Self::Portable => "portable",
                }
            }
        }
    };
}

/// The form, if the machine is of its architecture and has what its tokens prove.
macro_rules! found {
    ($arch:literal $(+ $feature:literal)? $variant:ident($($token:ident)+)) => {{
        #[cfg(all(target_arch = $arch $(, target_feature = $feature)?))]
        let found = (|| Some(Self::$variant($($crate::platform::cpu::$token::detect()?),+)))();
        #[cfg(not(all(target_arch = $arch $(, target_feature = $feature)?)))]
        let found = None;
        found
    }};
}

/// Declares such an enum for one operation: behind its name stands the type of its work, and behind each form the
/// function that does it. A form more is a line more, and no other operation knows.
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
            /// Does the work. By reference: copied once more, its parts would wait for each other.
            #[inline]
            $visible fn run(self, work: &mut $work) {
                // Apart, so that its many registers are not saved on the way to another form.
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
