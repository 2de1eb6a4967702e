//! What has been made, taken by a stranger: each file installed and used in a Debian that has nothing else, built anew
//! from Debian's own packages.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail, ensure};

use super::VERSION;
use crate::run::{exists, root, run, step};
use crate::stages::skip;

const RELEASE: &str = "bookworm";
/// What a stranger has who compiles, and who runs Python and JavaScript.
const PACKAGES: &str = "gcc,libc6-dev,pkgconf,cmake,make,python3-venv,nodejs,man-db";

/// A file of a release, by the beginning and the end of its name, and what is done with it.
struct Taken {
    start: &'static str,
    end: &'static str,
    script: &'static str,
}

/// Each script starts in a folder with the release's files; `$1` is the one it is for.
const TAKEN: [Taken; 6] = [
    Taken {
        start: "digest-",
        end: "x86_64-unknown-linux-musl.tar.gz",
        script: "
            tar -xzf $1
            cd ${1%.tar.gz}
            test -s README.md
            test -s THIRD-PARTY.txt
            install digest /usr/local/bin
            mkdir -p /usr/local/share/man/man1
            cp man/* /usr/local/share/man/man1
            man -w 1 digest
            bash -n completions/digest.bash
            digest selftest
            test $(printf abc | digest sha256 | cut -c -8) = ba7816bf
            cd ..
            digest -c sha256 --quiet SHA256SUMS
            sha256sum --check --quiet SHA256SUMS",
    },
    Taken {
        start: "astragal-c-",
        end: ".tar.gz",
        script: "
            mkdir /opt/astragal
            tar -xzf $1 -C /opt/astragal --strip-components=1
            export PKG_CONFIG_PATH=/opt/astragal/lib/pkgconfig LD_LIBRARY_PATH=/opt/astragal/lib
            gcc /program.c $(pkg-config --cflags --libs astragal) -o shared
            ./shared
            gcc -static /program.c $(pkg-config --cflags --static --libs astragal) -o static
            ./static
            MANPATH=/opt/astragal/share/man man -w 3 astragal_hash_new
            unset LD_LIBRARY_PATH
            for choice in OFF ON; do
                cmake -S /cmake -B built-$choice -DCMAKE_PREFIX_PATH=/opt/astragal \
                    -DASTRAGAL_USE_STATIC_LIBS=$choice > log
                cmake --build built-$choice > log
                built-$choice/program
            done
            rm -r /opt/astragal",
    },
    Taken {
        start: "libastragal-dev_",
        end: ".deb",
        script: "
            dpkg --install libastragal0.2_*.deb $1
            gcc /program.c $(pkg-config --cflags --libs astragal) -o program
            ./program
            cmake -S /cmake -B built > log
            cmake --build built > log
            built/program
            dpkg --purge libastragal-dev libastragal0.2",
    },
    Taken {
        start: "astragal-digest_",
        end: ".deb",
        script: "
            rm -f /usr/local/bin/digest
            dpkg --install $1
            digest selftest
            digest -c sha256 --quiet SHA256SUMS
            dpkg --purge astragal-digest",
    },
    Taken {
        start: "astragal-",
        end: "x86_64.whl",
        script: "
            python3 -m venv /venv
            /venv/bin/pip install --quiet --no-index ./$1
            /venv/bin/python /program.py",
    },
    Taken {
        start: "astragal-",
        end: ".tgz",
        script: "
            mkdir -p /page/node_modules/astragal
            tar -xzf $1 -C /page/node_modules/astragal --strip-components=1
            cd /page
            node program.mjs",
    },
];

const CMAKE: &str = "\
cmake_minimum_required(VERSION 3.15)
project(program C)
find_package(astragal 0.2 REQUIRED CONFIG)
add_executable(program /program.c)
target_link_libraries(program PRIVATE astragal::astragal)
";

const JAVASCRIPT: &str = "\
import assert from 'node:assert';
import { createHash } from 'node:crypto';
import { hash, toHex } from 'astragal';
for (const name of ['sha256', 'sha512', 'sha3-256'])
  assert.equal(toHex(hash(name, 'abc')), createHash(name).update('abc').digest('hex'));
console.log('the npm package is right');
";

/// Installs what lies in `target/dist`.
pub(super) fn install() -> Result<()> {
    let debian = root().join("target/fresh");
    if !exists("mmdebstrap") {
        return skip("mmdebstrap", "apt-get install mmdebstrap");
    }
    step("a fresh Debian", || make(&debian))?;
    let release = root().join("target/dist");
    let mut count = 0;
    for taken in &TAKEN {
        let Some(file) = taken.find(&release)? else {
            println!("not there to be installed: {}*{}", taken.start, taken.end);
            continue;
        };
        step(&format!("installed and used: {file}"), || taken.install(&debian, &file))?;
        count += 1;
    }
    ensure!(count > 0, "there is nothing to install in {}", release.display());
    println!("{count} of {} kinds of files installed on a fresh Debian", TAKEN.len());
    Ok(())
}

/// Builds the system, and puts the release and the programs that use it there.
fn make(debian: &Path) -> Result<()> {
    if debian.exists() {
        fs::remove_dir_all(debian)?;
    }
    let mut make = Command::new("mmdebstrap");
    make.args(["--variant=apt", "--quiet", &format!("--include={PACKAGES}"), RELEASE]);
    run(make.arg(debian))?;
    fs::create_dir_all(debian.join("cmake"))?;
    fs::create_dir_all(debian.join("page"))?;
    fs::copy(root().join("packaging/program.c"), debian.join("program.c"))?;
    fs::write(debian.join("program.py"), super::wheels::PROGRAM)?;
    fs::write(debian.join("cmake/CMakeLists.txt"), CMAKE)?;
    fs::write(debian.join("page/program.mjs"), JAVASCRIPT)?;
    run(Command::new("cp").arg("-r").arg(root().join("target/dist")).arg(debian.join("dist")))
}

impl Taken {
    fn find(&self, release: &Path) -> Result<Option<String>> {
        let mut found: Vec<String> = Vec::new();
        for entry in fs::read_dir(release).context("make something first: cargo xtask dist")? {
            let name = entry?.file_name().to_string_lossy().into_owned();
            // glibc's wheel, not musl's.
            if name.starts_with(self.start)
                && name.ends_with(self.end)
                && !name.contains("musllinux")
            {
                found.push(name);
            }
        }
        if found.len() > 1 {
            bail!("several files of one kind: {}", found.join(", "));
        }
        Ok(found.pop())
    }

    fn install(&self, debian: &PathBuf, file: &str) -> Result<()> {
        let script = format!("set -e; cd /dist; {}", self.script);
        let mut inside = Command::new("chroot");
        inside.arg(debian).args(["sh", "-c", &script, "sh", file]).env_clear();
        inside.env("PATH", "/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin").env("LANG", "C.UTF-8");
        let output = inside.output().context("cannot start chroot")?;
        print!(
            "{}{}",
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr)
        );
        ensure!(output.status.success(), "{file} does not install: {} at {VERSION}", output.status);
        Ok(())
    }
}
