//! Checks the layers of the library. A file may import only from its own layer and from lower layers. Files of the
//! registry may import each other, but not in cycles.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::Result;
use proc_macro2::{Delimiter, TokenStream, TokenTree};

use super::unsafe_code::tokens;
use crate::files::{files_below, relative};

/// Layers from the lowest to the highest. Each entry has the layer's name and its top-level modules.
const LAYERS: &[(&str, &[&str])] = &[
    ("error", &["error"]),
    ("platform", &["platform"]),
    ("traits", &["traits"]),
    ("construction", &["construction"]),
    ("algorithm", &["algorithm"]),
    ("public modules", &["aead", "cipher", "hash", "hazmat", "kdf", "keccak", "mac", "xof"]),
    ("registry", &["registry"]),
    ("ecosystem", &["ecosystem"]),
];

/// Finds imports and inline paths that name an item of a higher layer. `src` is the crate's source folder. Returns an
/// error message for each, with the importing and the imported file.
pub(super) fn upward_imports(src: &Path) -> Result<Vec<String>> {
    let mut faults = Vec::new();
    for file in files_below(src, "rs")? {
        let name = relative(&file, src);
        let module = module_of(&name);
        let Some(own) = module.first() else { continue };
        let Some(own_layer) = layer_of(own) else {
            let layers: Vec<&str> = LAYERS.iter().rev().map(|(name, _)| *name).collect();
            faults.push(format!("{name} is in no layer; the layers are {}", layers.join(" → ")));
            continue;
        };
        let mut paths = Paths { module, children: Vec::new(), has_tests: true, found: Vec::new() };
        paths.walk(tokens(&file)?, &[]);
        for path in paths.found {
            let Some(target) = path.first() else {
                faults.push(format!(
                    "{name} imports the crate's root; import the items that it needs"
                ));
                continue;
            };
            let Some(layer) = layer_of(target).filter(|layer| *layer > own_layer) else { continue };
            let (own, above) = (LAYERS[own_layer].0, LAYERS[layer].0);
            let (path, file) = (path.join("::"), file_of(src, &path));
            faults.push(format!(
                "{name} ({own} layer) names crate::{path} of {file} ({above} layer, which is higher)"
            ));
        }
    }
    Ok(faults)
}

/// Returns an error message if the imports between files in `folder` contain a cycle. Otherwise returns an empty list.
/// `src` is the crate's source folder. Ignores test modules.
pub(super) fn import_cycle(src: &Path, folder: &str) -> Result<Vec<String>> {
    let names: Vec<String> =
        files_below(&src.join(folder), "rs")?.iter().map(|file| relative(file, src)).collect();
    let mut imports = BTreeMap::new();
    for name in &names {
        let module = module_of(name);
        let child = |other: &String| {
            let (last, parents) =
                module_of(other).split_last().map(|(l, p)| (l.clone(), p.to_vec()))?;
            (parents == module).then_some(last)
        };
        let children = names.iter().filter_map(child).collect();
        let mut paths = Paths { module, children, has_tests: false, found: Vec::new() };
        paths.walk(tokens(&src.join(name))?, &[]);
        let mut files: Vec<String> = paths.found.iter().map(|path| file_of(src, path)).collect();
        files.retain(|file| file != name && names.contains(file));
        imports.insert(name.clone(), files);
    }
    // Repeatedly removes the files that import none of the remaining files. If files are left at the end, each of them
    // imports another remaining file, so their imports contain a cycle.
    let mut count = 0;
    while count != imports.len() {
        count = imports.len();
        let known: Vec<String> = imports.keys().cloned().collect();
        imports.retain(|_, files| {
            files.retain(|file| known.contains(file));
            !files.is_empty()
        });
    }
    let Some(mut file) = imports.keys().next() else { return Ok(Vec::new()) };
    let mut path: Vec<&str> = Vec::new();
    while !path.contains(&file.as_str()) {
        path.push(file);
        file = &imports[file][0];
    }
    let start = path.iter().position(|step| *step == file.as_str()).unwrap_or_default();
    let cycle = path[start..].join(" → ");
    Ok(vec![format!("files import each other in a cycle: {cycle} → {file}")])
}

fn layer_of(module: &str) -> Option<usize> {
    LAYERS.iter().position(|(_, modules)| modules.contains(&module))
}

/// Returns the module path of a file: `platform::simd::arx` for `platform/simd/arx.rs`, and the empty path for
/// `lib.rs`.
fn module_of(file: &str) -> Vec<String> {
    let path = file.strip_suffix(".rs").unwrap_or(file);
    let path = path.strip_suffix("/mod").unwrap_or(path);
    if path == "lib" { Vec::new() } else { path.split('/').map(str::to_owned).collect() }
}

/// Returns the file that contains the innermost module in `path`.
fn file_of(src: &Path, path: &[String]) -> String {
    let stems = (1..=path.len()).rev().map(|length| path[..length].iter().collect::<PathBuf>());
    let mut files = stems.flat_map(|stem| [stem.with_extension("rs"), stem.join("mod.rs")]);
    let found = files.find(|file| src.join(file).is_file());
    found.map_or("lib.rs".to_owned(), |file| relative(&file, Path::new("")))
}

/// Collects the paths that a file uses, and resolves them from the crate's root. Reads tokens instead of syntax trees,
/// because a syntax tree does not contain the paths in macro calls.
struct Paths {
    /// Path of the module that is being visited.
    module: Vec<String>,
    /// Names of the child modules that are in files of their own. A path that starts with such a name refers to the
    /// child module, so it is collected too.
    children: Vec<String>,
    /// Whether paths in modules named `tests` are collected.
    has_tests: bool,
    found: Vec<Vec<String>>,
}

impl Paths {
    /// Visits tokens and collects their paths. `prefix` is the path before a group: in `use a::{…}`, each path starts
    /// with `a`.
    fn walk(&mut self, tokens: TokenStream, prefix: &[String]) {
        let mut path: Vec<String> = Vec::new();
        let (mut colons, mut is_module, mut is_alias) = (0, false, false);
        for token in tokens {
            let before = std::mem::take(&mut colons);
            let is_continued = before == 2;
            match token {
                TokenTree::Punct(punct) if punct.as_char() == ':' => colons = before + 1,
                TokenTree::Ident(word) if is_continued => path.push(word.to_string()),
                // In a `use` declaration, a path ends at `as`. The new name after `as` is skipped.
                TokenTree::Ident(word) if word == "as" || std::mem::take(&mut is_alias) => {
                    self.take(&std::mem::take(&mut path));
                    is_alias = word == "as";
                }
                TokenTree::Ident(word) => {
                    self.take(&path);
                    is_module = path == ["mod"];
                    path = prefix.to_vec();
                    // In a group such as `use a::{self, b}`, `self` means the prefix `a`.
                    if prefix.is_empty() || word != "self" {
                        path.push(word.to_string());
                    }
                }
                TokenTree::Group(group) if is_continued => {
                    self.walk(group.stream(), &std::mem::take(&mut path));
                }
                TokenTree::Group(group) if is_module && group.delimiter() == Delimiter::Brace => {
                    self.module.append(&mut path);
                    self.walk(group.stream(), &[]);
                    self.module.pop();
                }
                TokenTree::Punct(punct) if is_continued && punct.as_char() == '*' => {
                    self.take_whole(&std::mem::take(&mut path));
                }
                other => {
                    // The path in `pub(in …)` is not an import.
                    let is_visibility = path == ["pub"];
                    self.take(&std::mem::take(&mut path));
                    if let TokenTree::Group(group) = other
                        && !is_visibility
                    {
                        self.walk(group.stream(), &[]);
                    }
                }
            }
        }
        self.take(&path);
    }

    /// Resolves and collects a path. Ignores a path of one word, such as `crate` in `pub(crate)`, or a variable that
    /// has the same name as a child module.
    fn take(&mut self, path: &[String]) {
        if path.len() > 1 {
            self.take_whole(path);
        }
    }

    /// Collects a path that starts with `crate`, `self`, `super` or a child module. Ignores any other path.
    fn take_whole(&mut self, path: &[String]) {
        if !self.has_tests && self.module.last().is_some_and(|name| name == "tests") {
            return;
        }
        let mut resolved = match path.first().map(String::as_str) {
            Some("crate") => Vec::new(),
            Some("self") => self.module.clone(),
            Some("super") => self.module[..self.module.len().saturating_sub(1)].to_vec(),
            Some(child) if self.children.iter().any(|known| known == child) => {
                let mut path = self.module.clone();
                path.push(child.to_owned());
                path
            }
            _ => return,
        };
        for word in &path[1..] {
            if word == "super" {
                resolved.pop();
            } else {
                resolved.push(word.clone());
            }
        }
        self.found.push(resolved);
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// Creates a crate with these files, and returns its imports from higher layers.
    fn faults(files: &[(&str, &str)]) -> Vec<String> {
        let folder = tempfile::tempdir().unwrap();
        write(folder.path(), files);
        upward_imports(folder.path()).unwrap()
    }

    fn write(folder: &Path, files: &[(&str, &str)]) {
        for (name, text) in files {
            let file = folder.join(name);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, text).unwrap();
        }
    }

    #[test]
    fn architecture_lists_every_layer_in_order() {
        let text = fs::read_to_string(crate::run::root().join("ARCHITECTURE.md")).unwrap();
        let rows = text.lines().filter_map(|line| line.strip_prefix("| ")?.split_once(" | "));
        let listed: Vec<&str> = rows
            .map(|(layer, _)| layer.trim_matches(['`', '/']))
            .skip_while(|layer| *layer != "ecosystem")
            .take(LAYERS.len())
            .collect();
        let known: Vec<&str> = LAYERS.iter().rev().map(|(name, _)| *name).collect();
        assert_eq!(listed, known);
    }

    #[test]
    fn upward_import_error_names_both_files() {
        let files = [
            ("platform/cpu.rs", "use crate::algorithm::{keccak::sponge::Sponge};"),
            ("algorithm/keccak/sponge.rs", "use crate::platform::cpu; use crate::error::A;"),
        ];
        let [fault] = &faults(&files)[..] else { panic!("there must be one fault") };
        assert!(fault.starts_with("platform/cpu.rs (platform layer)"), "{fault}");
        assert!(fault.contains("algorithm/keccak/sponge.rs (algorithm layer"), "{fault}");
    }

    #[test]
    fn finds_upward_paths_in_any_spelling() {
        for planted in [
            "fn f() -> crate::hash::Md5 { todo!() }",
            "fn f() { let _ = super::super::hash::Md5::new(); }",
            "#[cfg(test)] mod tests { use super::super::super::hash::Md5; }",
            "macro_rules! m { () => { $crate::hash::Md5::new() } }",
            "fn f() { assert!(g(1, &[crate::hash::Md5::new()])); }",
            "pub(crate) use crate::hash::*;",
            "use crate::hash as other;",
            "use crate::{error::E, hash::{self as other}};",
        ] {
            let found = faults(&[("traits/mac.rs", planted), ("hash.rs", "")]);
            assert_eq!(found.len(), 1, "{planted}: {found:?}");
            assert!(found[0].contains("hash.rs (public modules layer"), "{}", found[0]);
        }
    }

    #[test]
    fn accepts_downward_and_same_layer_paths() {
        let files = [
            ("lib.rs", "pub mod hash; use crate::registry::hash;"),
            ("hash.rs", "pub use crate::algorithm::md5::Md5; use crate::xof;"),
            (
                "algorithm/md5.rs",
                "mod tests { use super::super::super::traits::Hash; use super::*; }",
            ),
            ("registry/hash.rs", "use super::name; fn f() { g(crate::hash::H) }"),
        ];
        assert_eq!(faults(&files), [""; 0]);
    }

    #[test]
    fn finds_import_cycle_of_parent_and_children() {
        let row =
            ("registry/mac/row.rs", "use crate::registry::info::Info; use super::super::name;");
        let object = (
            "registry/mac/object.rs",
            "use super::row::Row; pub(in crate::registry::mac) fn f() {}",
        );
        let mac = ("registry/mac.rs", "mod row; mod object; pub use object::Object;");
        let rest = [
            ("registry/info.rs", ""),
            ("registry/name.rs", "mod tests { use super::super::mac; }"),
        ];
        let cycle = |files: &[(&str, &str)]| {
            let folder = tempfile::tempdir().unwrap();
            write(folder.path(), files);
            import_cycle(folder.path(), "registry").unwrap()
        };
        assert_eq!(cycle(&[row, object, mac, rest[0], rest[1]]), [""; 0]);
        let upward = ("registry/mac/row.rs", "fn f() -> super::Object { todo!() }");
        let found = cycle(&[upward, object, mac, rest[0], rest[1]]);
        assert_eq!(found.len(), 1);
        assert!(
            found[0].contains("registry/mac.rs → registry/mac/object.rs → registry/mac/row.rs"),
            "{found:?}"
        );
    }

    #[test]
    fn rejects_module_without_a_layer() {
        let found = faults(&[("util.rs", "")]);
        assert!(
            found[0].starts_with("util.rs is in no layer; the layers are ecosystem"),
            "{found:?}"
        );
    }
}
