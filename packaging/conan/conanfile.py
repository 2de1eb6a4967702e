"""Builds the C library from the source tree that contains this recipe: `conan create packaging/conan`."""

import os

from conan import ConanFile
from conan.errors import ConanInvalidConfiguration
from conan.tools.files import copy, rm, rmdir
from conan.tools.layout import basic_layout

TREE = (".cargo/*", "Cargo.toml", "Cargo.lock", "CHANGELOG.md", "LICENSE-*", "crates/*", "docs/*", "xtask/*")


class Astragal(ConanFile):
    name = "astragal"
    version = "0.2.0"
    description = "Symmetric cryptography by name: SHA-3, BLAKE, Ascon, AES, key derivation and their families"
    license = "MIT OR Apache-2.0"
    topics = ("cryptography", "hash", "sha3", "aes", "ascon")
    package_type = "library"
    settings = "os", "arch", "compiler", "build_type"
    options = {"shared": [True, False], "fPIC": [True, False]}
    default_options = {"shared": False, "fPIC": True}

    def export_sources(self):
        tree = os.path.join(self.recipe_folder, os.pardir, os.pardir)
        for pattern in TREE:
            copy(self, pattern, tree, self.export_sources_folder, excludes=("*/target/*", "*/__pycache__/*"))

    def config_options(self):
        if self.settings.os == "Windows":
            del self.options.fPIC

    def configure(self):
        # Removes the C++ settings, because a library with a C interface does not depend on the C++ library or standard.
        self.settings.rm_safe("compiler.libcxx")
        self.settings.rm_safe("compiler.cppstd")

    def validate(self):
        if self.options.get_safe("fPIC") == False:  # noqa: E712, options overload ==
            raise ConanInvalidConfiguration("fPIC cannot be False: Rust compiles position-independent code")
        if self.settings_build.arch != self.settings.arch or self.settings_build.os != self.settings.os:
            raise ConanInvalidConfiguration("cross-compilation is not supported; use cargo xtask install --target TRIPLE")

    def layout(self):
        basic_layout(self)

    def build(self):
        # The build type is ignored: the Rust code is always compiled with the same profile.
        staged = os.path.join(self.build_folder, "staged")
        self.run(f'cargo xtask install --prefix /usr --destdir "{staged}"', cwd=self.source_folder)

    def package(self):
        staged = os.path.join(self.build_folder, "staged", "usr")
        copy(self, "LICENSE-*", self.source_folder, os.path.join(self.package_folder, "licenses"))
        copy(self, "*", staged, self.package_folder)
        # Removes the pkg-config and CMake files, because Conan generates its own, and the folder `share`. Also removes
        # the static library if the option `shared` is set, and otherwise the shared library.
        for folder in ("lib/pkgconfig", "lib/cmake", "share"):
            rmdir(self, os.path.join(self.package_folder, folder))
        unwanted = ("libastragal.a", "astragal_static.lib") if self.options.shared else ("*.so*", "*.dylib", "*.dll*")
        for pattern in unwanted:
            rm(self, pattern, self.package_folder, recursive=True)

    def package_info(self):
        windows_static = self.settings.os == "Windows" and not self.options.shared
        msvc = self.settings.compiler == "msvc"
        self.cpp_info.libs = ["astragal_static" if windows_static and msvc else "astragal"]
        self.cpp_info.set_property("cmake_file_name", "astragal")
        self.cpp_info.set_property("cmake_target_name", "astragal::astragal")
        self.cpp_info.set_property("pkg_config_name", "astragal")
        if self.options.shared:
            return
        self.cpp_info.defines = ["ASTRAGAL_STATIC"]
        # Lets the linker remove the algorithms that a program does not use.
        if self.settings.os == "Macos":
            self.cpp_info.exelinkflags = ["-Wl,-dead_strip"]
        elif not msvc:
            self.cpp_info.exelinkflags = ["-Wl,--gc-sections"]
        if self.settings.os == "Windows":
            self.cpp_info.system_libs = ["kernel32", "ntdll", "userenv", "ws2_32", "dbghelp"]
        elif self.settings.os in ("Linux", "FreeBSD"):
            self.cpp_info.system_libs = ["m", "pthread", "dl", "rt", "util"]
