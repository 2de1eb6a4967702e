//! The program `digest`. The code is in the library of this package.

use std::process::ExitCode;

fn main() -> ExitCode {
    astragal_cli::main()
}
