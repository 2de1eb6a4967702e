//! Keys of a cipher that decrypts as it encrypts, under other keys.

use super::engine::KeyUse;
use super::rounds_family::Backend;

/// A key schedule that has such keys.
pub(crate) trait Reversible {
    /// The keys that decrypt.
    #[must_use]
    fn reversed(&self) -> Self;
}

/// A key schedule and its reverse.
#[derive(Clone)]
pub(crate) struct KeyPair<S> {
    encryption: S,
    /// `None` where the key is only used to encrypt.
    decryption: Option<S>,
    backend: Backend,
}

impl<S: Reversible> KeyPair<S> {
    /// Of what `schedule` gives for the code that runs here.
    pub(crate) fn new(uses: KeyUse, schedule: impl FnOnce(Backend) -> S) -> Self {
        let backend = Backend::best();
        let encryption = schedule(backend);
        let decryption = (uses == KeyUse::Both).then(|| encryption.reversed());
        Self { encryption, decryption, backend }
    }

    /// Runs what encrypts.
    #[inline]
    pub(crate) fn encrypt<R>(&self, run: impl FnOnce(Backend, &S) -> R) -> R {
        run(self.backend, &self.encryption)
    }

    /// Runs what encrypts, under the keys that decrypt.
    #[inline]
    pub(crate) fn decrypt<R>(&self, run: impl FnOnce(Backend, &S) -> R) -> R {
        let reversed;
        let schedule = match &self.decryption {
            Some(schedule) => schedule,
            None => {
                reversed = self.encryption.reversed();
                &reversed
            }
        };
        run(self.backend, schedule)
    }
}
