//! Block ciphers: a key, and blocks of a fixed length, each a permutation of all blocks.
//!
//! The contract of every type here: a key at construction; `encrypt_block` and `decrypt_block` undo each
//! other; `encrypt_blocks` and `decrypt_blocks` do many at once and are where vector instructions count.
//! Equal blocks encrypt equally, so a message wants a mode, never raw blocks. Dropping a cipher erases its
//! key.
//!
//! ```
//! use astragal::cipher::Sm4;
//! let cipher = Sm4::new(&[7; 16]);
//! let mut block = *b"sixteen bytes...";
//! cipher.encrypt_block(&mut block);
//! cipher.decrypt_block(&mut block);
//! assert_eq!(block, *b"sixteen bytes...");
//! ```

pub use crate::algorithm::sm4::Sm4;
pub use crate::kind::cipher::{BlockCipher, Cipher, TweakableBlockCipher};
