//! Encryption and decryption key schedules, for ciphers that decrypt by encrypting with different round keys.

use super::engine::KeyUse;
use super::rounds_family::Backend;

/// Key schedule from which the decryption keys can be derived.
pub(crate) trait Reversible {
    /// Returns the decryption keys.
    #[must_use]
    fn reversed(&self) -> Self;
}

/// Encryption and decryption key schedules for one key, with the active backend.
#[derive(Clone)]
pub(crate) struct KeyPair<S> {
    encryption: S,
    /// Decryption schedule, or `None` if the key is used only for encryption.
    decryption: Option<S>,
    backend: Backend,
}

impl<S: Reversible> KeyPair<S> {
    /// Creates the encryption schedule by calling `schedule` with the active backend. If `uses` is `Both`, also derives
    /// the decryption schedule from it.
    pub(crate) fn new(uses: KeyUse, schedule: impl FnOnce(Backend) -> S) -> Self {
        let backend = Backend::best();
        let encryption = schedule(backend);
        let decryption = (uses == KeyUse::Both).then(|| encryption.reversed());
        Self { encryption, decryption, backend }
    }

    /// Calls `run` with the backend and the encryption keys.
    #[inline]
    pub(crate) fn encrypt<R>(&self, run: impl FnOnce(Backend, &S) -> R) -> R {
        run(self.backend, &self.encryption)
    }

    /// Calls `run` with the backend and the decryption keys.
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
