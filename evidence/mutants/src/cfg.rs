//! Evaluates `#[cfg(…)]`, so that code that is not compiled, or is compiled only for tests, gets no mutants.

use std::collections::BTreeSet;

use anyhow::Result;
use syn::punctuated::Punctuated;
use syn::{Attribute, Expr, Item, Lit, Meta, Token};

/// `cfg` conditions that are true, as rustc prints them: `unix`, `feature="std"`.
pub(crate) struct Conditions(pub(crate) BTreeSet<String>);

impl Conditions {
    /// Returns whether a syntax node with these attributes is part of the library when it is compiled without tests.
    pub(crate) fn include(&self, attributes: &[Attribute]) -> bool {
        attributes.iter().all(|attribute| {
            let path = attribute.path();
            if path.is_ident("test") {
                return false;
            }
            !path.is_ident("cfg")
                || attribute.parse_args::<Meta>().is_ok_and(|meta| self.holds(&meta))
        })
    }

    fn holds(&self, meta: &Meta) -> bool {
        match meta {
            Meta::Path(path) => {
                path.get_ident().is_some_and(|name| self.0.contains(&name.to_string()))
            }
            Meta::NameValue(pair) => {
                let Expr::Lit(value) = &pair.value else { return false };
                let (Some(name), Lit::Str(value)) = (pair.path.get_ident(), &value.lit) else {
                    return false;
                };
                self.0.contains(&format!("{name}={:?}", value.value()))
            }
            Meta::List(list) => {
                let parse = Punctuated::<Meta, Token![,]>::parse_terminated;
                let Ok(parts) = list.parse_args_with(parse) else { return false };
                if list.path.is_ident("not") {
                    !parts.iter().any(|part| self.holds(part))
                } else if list.path.is_ident("any") {
                    parts.iter().any(|part| self.holds(part))
                } else {
                    parts.iter().all(|part| self.holds(part))
                }
            }
        }
    }
}

/// Adds the file `file` and the files of its modules to `files`, if the compiler includes them in the library without
/// tests. `read` returns the text of a file.
pub(crate) fn modules(
    file: &str,
    read: &dyn Fn(&str) -> Result<String>,
    conditions: &Conditions,
    files: &mut BTreeSet<String>,
) -> Result<()> {
    files.insert(file.to_owned());
    let folder = match file {
        "lib.rs" => String::new(),
        _ => {
            file.trim_end_matches("mod.rs").trim_end_matches(".rs").trim_end_matches('/').to_owned()
                + "/"
        }
    };
    for item in syn::parse_file(&read(file)?)?.items {
        if let Item::Mod(module) = item
            && module.content.is_none()
            && conditions.include(&module.attrs)
        {
            let name = format!("{folder}{}", module.ident);
            let plain = format!("{name}.rs");
            let inside = format!("{name}/mod.rs");
            modules(if read(&plain).is_ok() { &plain } else { &inside }, read, conditions, files)?;
        }
    }
    Ok(())
}
