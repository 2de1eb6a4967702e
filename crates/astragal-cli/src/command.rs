//! One file per command.

pub(crate) mod check;
pub(crate) mod info;
pub(crate) mod list;
pub(crate) mod mac;
pub(crate) mod selftest;
pub(crate) mod sum;
pub(crate) mod test;
