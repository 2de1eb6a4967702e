//! Encryption and decryption key schedules, for ciphers that decrypt by encrypting with different round keys.

use super::engine::KeyUse;
use super::rounds_family::Backend;

/// Key schedule from which the decryption keys can be derived.
pub(crate) trait Reversible: Clone {
    /// Derives the decryption keys and writes them to `reversed`, a schedule that contains no keys yet.
    fn reverse_into(&self, reversed: &mut Self, backend: Backend);
    /// Returns a schedule that contains no keys yet, for a key of the same length.
    #[must_use]
    fn empty(&self) -> Self;

    /// Returns the decryption keys.
    #[must_use]
    fn reversed(&self) -> Self {
        let mut reversed = self.empty();
        self.reverse_into(&mut reversed, Backend::best());
        reversed
    }
}

/// Encryption and decryption key schedules for one key, in the form that the active backend uses.
#[derive(Clone)]
pub(crate) struct KeyPair<S> {
    encryption: S,
    /// Decryption schedule, or `None` if the key is used only for encryption.
    decryption: Option<S>,
    backend: Backend,
}

impl<S: Reversible> KeyPair<S> {
    /// Creates the key pair for `backend`. `empty` is a schedule without keys, and `expand` fills in the encryption
    /// keys. If `uses` is `Both`, also derives the decryption schedule from the encryption schedule.
    ///
    /// Both schedules are written in place, because moving a schedule would take a quarter of the time of its
    /// expansion.
    #[inline(always)]
    pub(crate) fn new(
        backend: Backend,
        uses: KeyUse,
        empty: S,
        expand: impl FnOnce(&mut S),
    ) -> Self {
        let mut pair = Self { encryption: empty, decryption: None, backend };
        expand(&mut pair.encryption);
        if uses == KeyUse::Both {
            let decryption = pair.decryption.insert(pair.encryption.empty());
            pair.encryption.reverse_into(decryption, backend);
        }
        pair
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
