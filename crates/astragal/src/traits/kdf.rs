//! Types shared by all key derivation functions: progress and cancellation, working memory, and number of cores.

use core::fmt;
use core::ops::ControlFlow;

use crate::error::KdfError;
#[cfg(feature = "alloc")]
use crate::platform::arena::Arena;
use crate::platform::cores::Cores;

/// Progress of a derivation, in steps that each take about the same time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Number of completed steps.
    pub done: u64,
    /// Total number of steps.
    pub total: u64,
}

/// Working memory, number of cores and progress callback for a key derivation. `Work::default()` allocates its own
/// memory, uses all cores, and has no callback.
///
/// ```
/// # #[cfg(feature = "alloc")] {
/// use astragal::kdf::{Arena, Scrypt, ScryptParams, Work};
/// use core::ops::ControlFlow;
///
/// let scrypt = Scrypt::new(ScryptParams::new(16, 1, 1))?;
/// let mut arena = Arena::with_capacity(1 << 20)?;
/// let mut stop_at_half = |progress: astragal::kdf::Progress| {
///     if 2 * progress.done < progress.total { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
/// };
/// let mut work = Work::default().in_arena(&mut arena).watched_by(&mut stop_at_half);
/// let mut key = [0; 32];
/// assert!(scrypt.derive_with(b"password", b"salt", &mut key, &mut work).is_err());
/// # }
/// # Ok::<(), astragal::error::KdfError>(())
/// ```
#[derive(Default)]
pub struct Work<'a> {
    #[cfg(feature = "alloc")]
    arena: Option<&'a mut Arena>,
    watch: Option<&'a mut Watch<'a>>,
    one_core: bool,
}

/// Progress callback, called a few times per second. Its return value says whether the derivation continues or stops.
pub type Watch<'a> = dyn FnMut(Progress) -> ControlFlow<()> + 'a;

impl<'a> Work<'a> {
    /// Takes the working memory from the caller's `arena` instead of allocating it.
    #[cfg(feature = "alloc")]
    #[must_use]
    pub fn in_arena(mut self, arena: &'a mut Arena) -> Self {
        self.arena = Some(arena);
        self
    }

    /// Calls `watch` with the progress of the derivation. If `watch` returns `Break`, the derivation ends with
    /// [`KdfError::Cancelled`].
    #[must_use]
    pub fn watched_by(mut self, watch: &'a mut Watch<'a>) -> Self {
        self.watch = Some(watch);
        self
    }

    /// Uses only the calling thread, even if the algorithm has parallel lanes and the feature `parallel` is enabled.
    #[must_use]
    pub fn on_one_core(mut self) -> Self {
        self.one_core = true;
        self
    }

    #[cfg_attr(
        not(feature = "parallel"),
        expect(dead_code, reason = "without the feature `parallel`, only one core is used")
    )]
    pub(crate) fn cores(&self) -> Cores {
        if self.one_core { Cores::One } else { Cores::All }
    }

    /// Calls the progress callback. Returns an error if the callback stops the derivation.
    pub(crate) fn report(&mut self, done: u64, total: u64) -> Result<(), KdfError> {
        match self.watch.as_mut().map(|watch| watch(Progress { done, total })) {
            Some(ControlFlow::Break(())) => Err(KdfError::Cancelled),
            _ => Ok(()),
        }
    }

    /// Runs `work` in the caller's arena, or in a temporary arena. The arena is wiped afterwards, even if `work`
    /// panics.
    #[cfg(feature = "alloc")]
    pub(crate) fn within_arena<R>(&mut self, work: impl FnOnce(&mut Self, &mut Arena) -> R) -> R {
        struct Wiped<'a>(&'a mut Arena);
        impl Drop for Wiped<'_> {
            fn drop(&mut self) {
                self.0.wipe();
            }
        }
        match self.arena.take() {
            Some(kept) => {
                let wiped = Wiped(&mut *kept);
                let result = work(self, wiped.0);
                drop(wiped);
                self.arena = Some(kept);
                result
            }
            None => work(self, &mut Arena::new()),
        }
    }
}

impl fmt::Debug for Work<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Work")
            .field("watched", &self.watch.is_some())
            .field("one_core", &self.one_core)
            .finish_non_exhaustive()
    }
}
