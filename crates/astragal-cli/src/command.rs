//! One module per command.

pub(crate) mod acvp;
pub(crate) mod audit;
pub(crate) mod bctest;
pub(crate) mod bench;
pub(crate) mod check;
pub(crate) mod compat;
pub(crate) mod completions;
pub(crate) mod hash;
pub(crate) mod help;
pub(crate) mod info;
pub(crate) mod kdf;
pub(crate) mod keygen;
pub(crate) mod list;
pub(crate) mod mac;
pub(crate) mod man;
pub(crate) mod merge;
pub(crate) mod open;
pub(crate) mod outboard;
pub(crate) mod part;
pub(crate) mod password;
mod resume;
pub(crate) mod seal;
mod sealed_files;
pub(crate) mod selftest;
pub(crate) mod test;
pub(crate) mod tree;
mod verify;
