//! The machine that the C library is built for: this one, or another by its triple.

use std::env;

/// What differs between systems in how libraries are named and linked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum System {
    Linux,
    Mac,
    Windows,
    Other,
}

/// A machine.
#[derive(Clone, Debug, Default)]
pub(crate) struct Target(Option<String>);

/// What links for machines that are not this one, as Debian names it.
const COMPILERS: [(&str, &str); 3] = [
    ("aarch64-unknown-linux-gnu", "aarch64-linux-gnu-gcc"),
    ("x86_64-pc-windows-gnu", "x86_64-w64-mingw32-gcc"),
    ("x86_64-unknown-linux-musl", "musl-gcc"),
];

impl Target {
    pub(crate) fn of(triple: Option<&str>) -> Self {
        Self(triple.map(str::to_owned))
    }

    /// Its name for the compiler, if it is not this machine.
    pub(crate) fn triple(&self) -> Option<&str> {
        self.0.as_deref()
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

    /// Whether it has shared libraries; what is linked with musl is static as a whole.
    pub(crate) fn has_shared(&self) -> bool {
        !self.is_musl()
    }

    /// The name of the static library; Windows keeps `astragal.lib` for what leads to the shared one.
    pub(crate) fn static_name(&self) -> &'static str {
        if self.is_msvc() { "astragal_static.lib" } else { "libastragal.a" }
    }

    /// On Windows, the name of what leads to the shared library.
    pub(crate) fn import_name(&self) -> &'static str {
        if self.is_msvc() { "astragal.lib" } else { "libastragal.dll.a" }
    }

    /// Has the linker drop the parts of the static library that a program does not use: 15.4 MB with every algorithm, of
    /// which one digest needs a small part. Visual C++ does so by itself.
    pub(crate) fn unused_code_flag(&self) -> Option<&'static str> {
        match self.system() {
            System::Mac => Some("-Wl,-dead_strip"),
            System::Windows if self.is_msvc() => None,
            _ => Some("-Wl,--gc-sections"),
        }
    }

    /// The C compiler, which links too.
    pub(crate) fn compiler(&self) -> String {
        let known = COMPILERS.iter().find(|(triple, _)| self.triple() == Some(triple));
        match known {
            Some((_, compiler)) => (*compiler).to_owned(),
            None => env::var("CC").unwrap_or_else(|_| "cc".to_owned()),
        }
    }

    /// Tells cargo what links for the machine, unless the environment or a file of its does.
    pub(crate) fn linker(&self) -> Option<(String, String)> {
        let triple = self.triple()?.to_uppercase().replace(['-', '.'], "_");
        let variable = format!("CARGO_TARGET_{triple}_LINKER");
        // Rust brings what links with musl.
        let is_needed = !self.is_musl() && env::var_os(&variable).is_none();
        is_needed.then(|| (variable, self.compiler()))
    }
}
