//! The layers of the library: what stands in one names only its own layer and those below.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};

use crate::source::{relative, rust_files};

/// From the bottom up: the name of a layer and the modules of the crate's root that it consists of.
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

/// The imports and inline paths of the crate in `src` that name something in a layer above their own, each
/// as a message with both files.
pub(super) fn upward_imports(src: &Path) -> Result<Vec<String>> {
    let mut faults = Vec::new();
    for file in rust_files(src)? {
        let name = relative(&file, src);
        let module = module_of(&name);
        let Some(own) = module.first() else { continue };
        let Some(own_layer) = layer_of(own) else {
            faults.push(format!("{name} stands in no layer: {}", known_layers()));
            continue;
        };
        let text = fs::read_to_string(&file)?;
        let parsed =
            syn::parse_file(&text).with_context(|| format!("cannot parse {}", file.display()))?;
        let mut paths = Paths { module, found: Vec::new() };
        paths.visit_file(&parsed);
        for path in paths.found {
            let Some(target) = path.first() else {
                faults.push(format!("{name} names the crate's root; name what it needs of it"));
                continue;
            };
            let Some(layer) = layer_of(target) else { continue };
            if layer > own_layer {
                let (own, above) = (LAYERS[own_layer].0, LAYERS[layer].0);
                let (path, file) = (path.join("::"), file_of(src, &path));
                faults.push(format!(
                    "{name} ({own} layer) names crate::{path} of {file} ({above} layer, which stands above)"
                ));
            }
        }
    }
    Ok(faults)
}

fn layer_of(module: &str) -> Option<usize> {
    LAYERS.iter().position(|(_, modules)| modules.contains(&module))
}

fn known_layers() -> String {
    let names: Vec<&str> = LAYERS.iter().rev().map(|(name, _)| *name).collect();
    names.join(" → ")
}

/// `platform/simd/arx.rs` is the module `platform::simd::arx`; `lib.rs` is the root.
fn module_of(file: &str) -> Vec<String> {
    let path = file.strip_suffix(".rs").unwrap_or(file);
    let path = path.strip_suffix("/mod").unwrap_or(path);
    if path == "lib" {
        return Vec::new();
    }
    path.split('/').map(str::to_owned).collect()
}

/// The file of the innermost module that `path` leads through.
fn file_of(src: &Path, path: &[String]) -> String {
    let candidates = (1..=path.len()).rev().flat_map(|length| {
        let stem: PathBuf = path[..length].iter().collect();
        [stem.with_extension("rs"), stem.join("mod.rs")]
    });
    candidates
        .map(|file| relative(&file, Path::new("")))
        .find(|file| src.join(file).is_file())
        .unwrap_or_else(|| "lib.rs".to_owned())
}

/// Gathers what a file names by paths from the crate's root, `super` and `self` resolved.
struct Paths {
    /// The module that is being visited.
    module: Vec<String>,
    found: Vec<Vec<String>>,
}

impl Paths {
    /// Takes a path as it is written; one that starts in another crate or in scope is left alone. A single
    /// word is the receiver of a method or the `crate` of a visibility.
    fn take(&mut self, segments: &[String]) {
        if segments.len() > 1 {
            self.take_whole(segments);
        }
    }

    fn take_whole(&mut self, segments: &[String]) {
        let Some((first, mut rest)) = segments.split_first() else { return };
        let mut path = match first.as_str() {
            "crate" => Vec::new(),
            "self" => self.module.clone(),
            "super" => self.module[..self.module.len().saturating_sub(1)].to_vec(),
            _ => return,
        };
        while let Some(("super", after)) = rest.split_first().map(|(s, after)| (s.as_str(), after))
        {
            path.pop();
            rest = after;
        }
        path.extend(rest.iter().cloned());
        self.found.push(path);
    }

    fn take_tree(&mut self, before: &[String], tree: &syn::UseTree) {
        let with = |ident: &syn::Ident| [before, &[ident.to_string()]].concat();
        match tree {
            syn::UseTree::Path(path) => self.take_tree(&with(&path.ident), &path.tree),
            syn::UseTree::Name(name) if name.ident == "self" => self.take(before),
            syn::UseTree::Name(name) => self.take(&with(&name.ident)),
            syn::UseTree::Rename(rename) => self.take(&with(&rename.ident)),
            syn::UseTree::Glob(_) => self.take_whole(before),
            syn::UseTree::Group(group) => {
                group.items.iter().for_each(|tree| self.take_tree(before, tree));
            }
        }
    }

    /// Takes the paths among the tokens of a macro, which no parser knows the grammar of.
    fn take_tokens(&mut self, tokens: TokenStream) {
        let mut path: Vec<String> = Vec::new();
        let mut colons = 0;
        for token in tokens {
            match token {
                TokenTree::Ident(ident) if colons == 2 => path.push(ident.to_string()),
                TokenTree::Ident(ident) => {
                    self.take(&path);
                    path = vec![ident.to_string()];
                }
                TokenTree::Punct(punct) if punct.as_char() == ':' => {
                    colons += 1;
                    continue;
                }
                TokenTree::Group(group) => {
                    self.take(&path);
                    path.clear();
                    self.take_tokens(group.stream());
                }
                TokenTree::Punct(_) | TokenTree::Literal(_) => {
                    self.take(&path);
                    path.clear();
                }
            }
            colons = 0;
        }
        self.take(&path);
    }
}

impl Visit<'_> for Paths {
    fn visit_item_mod(&mut self, item: &syn::ItemMod) {
        self.module.push(item.ident.to_string());
        visit::visit_item_mod(self, item);
        self.module.pop();
    }

    fn visit_item_use(&mut self, item: &syn::ItemUse) {
        self.take_tree(&[], &item.tree);
    }

    fn visit_path(&mut self, path: &syn::Path) {
        let segments: Vec<String> = path.segments.iter().map(|s| s.ident.to_string()).collect();
        self.take(&segments);
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, mac: &syn::Macro) {
        self.take_tokens(mac.tokens.clone());
        visit::visit_macro(self, mac);
    }

    fn visit_vis_restricted(&mut self, _: &syn::VisRestricted) {
        // `pub(crate)` says who may see an item; it names nothing.
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The faults of a crate that consists of these files.
    fn faults(files: &[(&str, &str)]) -> Vec<String> {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let file = folder.path().join(name);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, text).unwrap();
        }
        upward_imports(folder.path()).unwrap()
    }

    /// The table of ARCHITECTURE.md, from the top.
    #[test]
    fn architecture_lists_every_layer_in_order() {
        let text = std::fs::read_to_string(crate::run::root().join("ARCHITECTURE.md")).unwrap();
        let rows = text.lines().filter_map(|line| line.strip_prefix("| ")?.split_once(" | "));
        let listed: Vec<&str> = rows
            .map(|(layer, _)| layer.trim_matches(['`', '/']))
            .skip_while(|layer| *layer != "ecosystem")
            .take(super::LAYERS.len())
            .collect();
        let known: Vec<&str> = super::LAYERS.iter().rev().map(|(name, _)| *name).collect();
        assert_eq!(listed, known);
    }

    #[test]
    fn upward_import_error_names_both_files() {
        let files = [
            ("platform/cpu.rs", "use crate::algorithm::{keccak::sponge::Sponge};"),
            ("algorithm/keccak/sponge.rs", "use crate::platform::cpu; use crate::error::A;"),
        ];
        let [fault] = &faults(&files)[..] else { panic!("one fault") };
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
    fn rejects_module_without_a_layer() {
        let found = faults(&[("util.rs", "")]);
        assert!(
            found[0].starts_with("util.rs stands in no layer: ecosystem → registry"),
            "{found:?}"
        );
    }

    #[test]
    fn library_keeps_its_layers() {
        let faults = upward_imports(&crate::run::root().join("crates/astragal/src")).unwrap();
        assert!(faults.is_empty(), "{}", faults.join("\n"));
    }
}
