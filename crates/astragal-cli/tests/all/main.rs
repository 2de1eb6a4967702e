//! Tests the command `digest` as a program. Each module tests one topic. All modules form one test program, because
//! linking a program for each module takes longer than running the tests.

mod acvp;
mod check;
mod common;
#[cfg(unix)]
mod compat;
#[cfg(target_os = "linux")]
mod descriptors;
#[cfg(unix)]
mod directories;
mod errors;
mod formats;
#[cfg(unix)]
mod gnu;
mod hash;
mod kdf;
mod outboard;
#[cfg(unix)]
mod pages;
mod parts;
#[cfg(unix)]
mod pipes;
#[cfg(target_os = "linux")]
mod resume;
#[cfg(unix)]
mod sealed;
#[cfg(target_os = "linux")]
mod signals;
mod tables;
#[cfg(target_os = "linux")]
mod terminal;
