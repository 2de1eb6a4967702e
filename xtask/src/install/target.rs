//! Target of the C library: this machine, or another platform named by its target triple.

use std::env;

/// Operating system of the target. It determines the names of libraries and the linker options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum System {
    Linux,
    Mac,
    Windows,
    Other,
}

/// Target triple. `None` means this machine.
#[derive(clap::Args, Clone, Debug, Default)]
pub(crate) struct Target {
    /// Target triple, such as x86_64-unknown-linux-musl; this machine by default
    #[arg(long = "target", value_name = "TARGET")]
    triple: Option<String>,
}

/// Targets for cross-compilation, each with the name of its C compiler in Debian.
const COMPILERS: [(&str, &str); 3] = [
    ("aarch64-unknown-linux-gnu", "aarch64-linux-gnu-gcc"),
    ("x86_64-pc-windows-gnu", "x86_64-w64-mingw32-gcc"),
    ("x86_64-unknown-linux-musl", "musl-gcc"),
];

impl Target {
    pub(crate) fn of(triple: Option<&str>) -> Self {
        Self { triple: triple.map(str::to_owned) }
    }

    pub(crate) fn triple(&self) -> Option<&str> {
        self.triple.as_deref()
    }

    pub(crate) fn system(&self) -> System {
        let has = |part: &str, here: bool| self.triple().map_or(here, |name| name.contains(part));
        if has("-linux", cfg!(target_os = "linux")) {
            System::Linux
        } else if has("-darwin", cfg!(target_os = "macos")) {
            System::Mac
        } else if has("-windows", cfg!(windows)) {
            System::Windows
        } else {
            System::Other
        }
    }

    pub(crate) fn is_msvc(&self) -> bool {
        self.triple().map_or(cfg!(target_env = "msvc"), |name| name.ends_with("-msvc"))
    }

    pub(crate) fn is_musl(&self) -> bool {
        self.triple().map_or(cfg!(target_env = "musl"), |name| name.ends_with("-musl"))
    }

    /// Returns whether the target has shared libraries. Programs for musl are fully static.
    pub(crate) fn has_shared(&self) -> bool {
        !self.is_musl()
    }

    /// Returns the file name of the static library. For Visual C++, `astragal.lib` is not available, because it is the
    /// import library.
    pub(crate) fn static_name(&self) -> &'static str {
        if self.is_msvc() { "astragal_static.lib" } else { "libastragal.a" }
    }

    /// Returns the file name of the import library. Programs for Windows are linked with it in order to use the DLL.
    pub(crate) fn import_name(&self) -> &'static str {
        if self.is_msvc() { "astragal.lib" } else { "libastragal.dll.a" }
    }

    /// Returns the linker flag that removes unused parts of the static library. Without this flag, a program contains
    /// every algorithm. Visual C++ needs no flag.
    pub(crate) fn unused_code_flag(&self) -> Option<&'static str> {
        match self.system() {
            System::Mac => Some("-Wl,-dead_strip"),
            System::Windows if self.is_msvc() => None,
            _ => Some("-Wl,--gc-sections"),
        }
    }

    /// Returns the C compiler, which is also used for linking.
    pub(crate) fn compiler(&self) -> String {
        let known = COMPILERS.iter().find(|(triple, _)| self.triple() == Some(triple));
        match known {
            Some((_, compiler)) => (*compiler).to_owned(),
            None => env::var("CC").unwrap_or_else(|_| "cc".to_owned()),
        }
    }

    /// Returns the environment variable that sets cargo's linker for the target, and its value. Returns `None` if the
    /// variable is already set, or if the target needs no other linker.
    pub(crate) fn linker(&self) -> Option<(String, String)> {
        let triple = self.triple()?.to_uppercase().replace(['-', '.'], "_");
        let variable = format!("CARGO_TARGET_{triple}_LINKER");
        // Targets with musl need no other linker, because Rust includes one.
        let is_needed = !self.is_musl() && env::var_os(&variable).is_none();
        is_needed.then(|| (variable, self.compiler()))
    }
}
