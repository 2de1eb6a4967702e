//! What goes with a release: the licences of everything that is linked in, bills of materials, and what is new.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result};
use serde_json::{Value, json};

use super::{Dist, said};
use crate::run::{cargo, root};

/// The crates that are handed out.
const HANDED_OUT: [&str; 6] = [
    "astragal",
    "astragal-vectors",
    "astragal-capi",
    "astragal-cli",
    "astragal-python",
    "astragal-wasm",
];

/// Bills of materials of what is handed out, and the notes of the release.
pub(super) fn write(dist: &Dist) -> Result<()> {
    let graph = Graph::read()?;
    for name in HANDED_OUT {
        let file = dist.folder.join(format!("{name}-{}.cdx.json", super::VERSION));
        fs::write(file, graph.bill_text(name)?)?;
    }
    let changes = fs::read_to_string(root().join("CHANGELOG.md"))?;
    fs::write(dist.folder.join("NOTES.md"), notes(&changes, super::VERSION)?)?;
    Ok(())
}

/// The bill of materials of one of them, as a file's text.
pub(super) fn bill(package: &str) -> Result<String> {
    Graph::read()?.bill_text(package)
}

/// Writes what the command says of itself: pages of the manual, and completions for shells.
pub(super) fn command(digest: &Path, folder: &Path) -> Result<()> {
    for name in ["man", "completions"] {
        fs::create_dir_all(folder.join(name))?;
    }
    said(Command::new(digest).args(["man", "--all"]).arg(folder.join("man")))?;
    let shells = [
        ("bash", "digest.bash"),
        ("zsh", "_digest"),
        ("fish", "digest.fish"),
        ("powershell", "digest.ps1"),
    ];
    for (shell, file) in shells {
        let text = said(Command::new(digest).args(["completions", shell]))?;
        fs::write(folder.join("completions").join(file), format!("{text}\n"))?;
    }
    Ok(())
}

/// Writes `THIRD-PARTY.txt` into the folder: every crate that is linked into `package` for a target, with the texts of
/// licences that it brings.
pub(super) fn third_party(package: &str, target: &str, folder: &Path) -> Result<()> {
    let graph = Graph::read()?;
    let mut text = String::new();
    // A text that many crates bring stands once, below all of their names.
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for used in graph.linked_into(package, target)?.iter().filter(|used| used["source"].is_string())
    {
        let (name, version, licence) =
            (word(used, "name"), word(used, "version"), word(used, "license"));
        let _ = writeln!(text, "{name} {version}: {licence}");
        let manifest = Path::new(word(used, "manifest_path"));
        let mut found = false;
        for entry in fs::read_dir(manifest.parent().context("a manifest lies in a folder")?)? {
            let path = entry?.path();
            let file = path.file_name().unwrap_or_default().to_string_lossy().to_uppercase();
            let is_text = ["LICENSE", "LICENCE", "COPYING", "COPYRIGHT", "NOTICE", "UNLICENSE"];
            if path.is_file() && is_text.iter().any(|start| file.starts_with(start)) {
                let text = fs::read_to_string(&path)?.replace('\r', "");
                texts.entry(text.trim().to_owned()).or_default().push(format!("{name} {version}"));
                found = true;
            }
        }
        if !found {
            println!("{name} {version} brings no text of its licence, {licence}");
        }
    }
    let mut texts: Vec<(String, Vec<String>)> = texts.into_iter().collect();
    texts.iter_mut().for_each(|(_, names)| {
        names.sort();
        names.dedup();
    });
    texts.sort_by(|a, b| a.1.cmp(&b.1).then_with(|| a.0.cmp(&b.0)));
    for (licence, names) in texts {
        let _ = write!(text, "\n{}\n{}\n\n{licence}\n", "=".repeat(80), names.join(", "));
    }
    fs::write(folder.join("THIRD-PARTY.txt"), text)?;
    Ok(())
}

/// What cargo knows of the packages, by their ids.
struct Graph {
    packages: BTreeMap<String, Value>,
    /// What each is linked with.
    needs: BTreeMap<String, Vec<String>>,
    /// The checksums of the registry, by name and version.
    checksums: BTreeMap<(String, String), String>,
}

impl Graph {
    fn read() -> Result<Self> {
        let metadata =
            said(&mut cargo(&["metadata", "--format-version", "1", "--locked", "--all-features"]))?;
        let metadata: Value = serde_json::from_str(&metadata)?;
        let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
        let packages = list(&metadata["packages"])
            .into_iter()
            .map(|package| (word(&package, "id").to_owned(), package))
            .collect();
        let mut needs = BTreeMap::new();
        for node in list(&metadata["resolve"]["nodes"]) {
            // Of kinds there are none (it is linked in), `dev` and `build`.
            let is_linked =
                |need: &&Value| list(&need["dep_kinds"]).iter().any(|kind| kind["kind"].is_null());
            let linked = list(&node["deps"]);
            let linked = linked.iter().filter(is_linked).map(|need| word(need, "pkg").to_owned());
            needs.insert(word(&node, "id").to_owned(), linked.collect());
        }
        let mut checksums = BTreeMap::new();
        let lock = fs::read_to_string(root().join("Cargo.lock"))?;
        for package in lock.split("[[package]]").skip(1) {
            let field = |name: &str| {
                let start = format!("{name} = \"");
                package.lines().find_map(|line| line.strip_prefix(&start)?.strip_suffix('"'))
            };
            if let (Some(name), Some(version), Some(sum)) =
                (field("name"), field("version"), field("checksum"))
            {
                checksums.insert((name.to_owned(), version.to_owned()), sum.to_owned());
            }
        }
        Ok(Self { packages, needs, checksums })
    }

    /// The package of this workspace.
    fn own(&self, name: &str) -> Result<&Value> {
        let mut packages = self.packages.values();
        let found = packages.find(|package| package["name"] == name && package["source"].is_null());
        found.with_context(|| format!("no package {name} in the workspace"))
    }

    /// Every package that ends up in this one for a target, or `all`, with the features that it is built with; in the
    /// order of names and versions.
    fn linked_into(&self, name: &str, target: &str) -> Result<Vec<&Value>> {
        let mut tree = cargo(&["tree", "--locked", "--prefix", "none", "--format", "{p}"]);
        tree.args(["--edges", "normal,no-proc-macro", "--target", target, "--package", name]);
        let listed = said(&mut tree)?;
        // `subtle v2.6.1`, and more behind it.
        let listed: BTreeSet<(&str, &str)> = listed
            .lines()
            .filter_map(|line| line.split_once(" v"))
            .map(|(name, rest)| (name, rest.split(' ').next().unwrap_or_default()))
            .collect();
        let mut found: Vec<&Value> = self
            .packages
            .values()
            .filter(|package| listed.contains(&(word(package, "name"), word(package, "version"))))
            .filter(|package| word(package, "name") != name)
            .collect();
        found.sort_by_key(|package| (word(package, "name"), word(package, "version")));
        Ok(found)
    }

    fn bill_text(&self, name: &str) -> Result<String> {
        Ok(format!("{:#}\n", self.bill(name)?))
    }

    /// A bill of materials in the form CycloneDX 1.5.
    fn bill(&self, name: &str) -> Result<Value> {
        let own = self.own(name)?;
        let linked = self.linked_into(name, "all")?;
        let components: Vec<Value> = linked.iter().map(|package| self.component(package)).collect();
        let reference =
            |package: &Value| format!("{}@{}", word(package, "name"), word(package, "version"));
        let dependencies: Vec<Value> = linked
            .iter()
            .copied()
            .chain([own])
            .map(|package| {
                let mut needs: Vec<String> = self
                    .needs
                    .get(word(package, "id"))
                    .into_iter()
                    .flatten()
                    .map(|id| &self.packages[id])
                    .filter(|need| linked.iter().any(|package| package["id"] == need["id"]))
                    .map(&reference)
                    .collect();
                needs.sort();
                needs.dedup();
                json!({ "ref": reference(package), "dependsOn": needs })
            })
            .collect();
        Ok(json!({
            "bomFormat": "CycloneDX",
            "specVersion": "1.5",
            "version": 1,
            "metadata": { "component": self.component(own) },
            "components": components,
            "dependencies": dependencies,
        }))
    }

    fn component(&self, package: &Value) -> Value {
        let (name, version) = (word(package, "name"), word(package, "version"));
        let mut component = json!({
            "type": "library",
            "bom-ref": format!("{name}@{version}"),
            "name": name,
            "version": version,
            "purl": format!("pkg:cargo/{name}@{version}"),
            // Some crates still part alternatives by a slash.
            "licenses": [{ "expression": word(package, "license").replace('/', " OR ") }],
        });
        if let Some(sum) = self.checksums.get(&(name.to_owned(), version.to_owned())) {
            component["hashes"] = json!([{ "alg": "SHA-256", "content": sum }]);
        }
        component
    }
}

fn word<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_default()
}

/// The section of the changelog for `version`.
fn notes(changes: &str, version: &str) -> Result<String> {
    let mut sections = changes.split("\n## ").skip(1);
    let section = sections.find(|section| section.lines().next() == Some(version));
    let section = section.with_context(|| format!("CHANGELOG.md has no section {version}"))?;
    Ok(format!("## {}\n", section.trim_end()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn release_notes_are_the_changelog_section_of_the_version() {
        let changes = "# Changelog\n\n## Unreleased\n\n## 0.2.0\n\n- A.\n\n## 0.1.0\n\n- B.\n";
        assert_eq!(notes(changes, "0.2.0").unwrap(), "## 0.2.0\n\n- A.\n");
        assert!(notes(changes, "0.3.0").is_err());
    }

    #[test]
    fn sbom_lists_exactly_the_linked_packages() {
        let graph = Graph::read().unwrap();
        let bill = graph.bill("astragal").unwrap();
        let names: Vec<&str> =
            bill["components"].as_array().unwrap().iter().map(|c| word(c, "name")).collect();
        assert!(names.contains(&"subtle") && names.contains(&"zeroize"), "{names:?}");
        // What only tests and build scripts need.
        assert!(!names.contains(&"proptest") && !names.contains(&"astragal"), "{names:?}");
        for component in bill["components"].as_array().unwrap() {
            assert!(component["hashes"].is_array(), "{component}");
            assert_ne!(component["licenses"][0]["expression"], "");
        }
    }
}
