//! The program `digest`; all of it is in the library beside.

use std::process::ExitCode;

fn main() -> ExitCode {
    astragal_cli::main()
}
