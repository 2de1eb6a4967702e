//! Writes a source file with all of its mutants.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::mutant::{Form, Mutant};

/// Source text with mutants, and the position of each mutant in this text.
#[derive(Default)]
pub(crate) struct Emitted {
    pub(crate) text: String,
    /// For each mutant: its number, the range of its own text, and the range of its site. A site contains original code
    /// and all mutants that replace this code.
    pub(crate) ranges: Vec<(u32, Range<usize>, Range<usize>)>,
}

/// Sort key of a range of source text. A range comes before the ranges inside it. For example, a statement comes before
/// its expression.
type Position = (usize, std::cmp::Reverse<usize>);

/// Returns the source text `original` with `mutants` added. All these mutants belong to the same file.
pub(crate) fn emit<'m>(original: &str, mutants: impl Iterator<Item = &'m Mutant>) -> Emitted {
    let mut sites: BTreeMap<Position, Vec<&Mutant>> = BTreeMap::new();
    for mutant in mutants {
        let position = (mutant.range.start, std::cmp::Reverse(mutant.range.end));
        sites.entry(position).or_default().push(mutant);
    }
    let sites: Vec<Vec<&Mutant>> = sites.into_values().collect();
    let mut writer = Writer { original, sites: &sites, emitted: Emitted::default() };
    writer.range(0..original.len());
    writer.emitted
}

struct Writer<'a> {
    original: &'a str,
    /// Mutants that have not been written yet.
    sites: &'a [Vec<&'a Mutant>],
    emitted: Emitted,
}

impl Writer<'_> {
    fn range(&mut self, range: Range<usize>) {
        let mut position = range.start;
        while let Some((mutants, rest)) = self.sites.split_first()
            && mutants[0].range.start < range.end
        {
            self.sites = rest;
            let inner = mutants[0].range.clone();
            self.push(position..inner.start);
            self.site(mutants);
            position = inner.end;
        }
        self.push(position..range.end);
    }

    fn push(&mut self, range: Range<usize>) {
        self.emitted.text.push_str(&self.original[range]);
    }

    fn site(&mut self, mutants: &[&Mutant]) {
        let start = self.emitted.text.len();
        let mut texts = Vec::new();
        let range = mutants[0].range.clone();
        let form = mutants[0].form;
        if form == Form::Expression {
            self.emitted.text.push('(');
        }
        for mutant in mutants {
            let (not, end) = if form == Form::Deletion { ("!", "") } else { ("", " } else ") };
            let before = self.emitted.text.len();
            let condition = format!("if {not}crate::mutant_switch::on({}) {{ ", mutant.number);
            self.emitted.text.push_str(&condition);
            match form {
                Form::Expression => self.emitted.text.push_str(&mutant.text),
                Form::Deletion => {}
                Form::Body => {
                    self.emitted.text.push_str(&format!("return {};", mutant.text));
                }
            }
            texts.push((mutant.number, before..self.emitted.text.len()));
            self.emitted.text.push_str(if form == Form::Body { " } " } else { end });
        }
        match form {
            Form::Expression => {
                self.emitted.text.push_str("{ ");
                self.range(range);
                self.emitted.text.push_str(" })");
            }
            Form::Deletion => {
                self.range(range);
                self.emitted.text.push_str(" }");
            }
            Form::Body => {}
        }
        let whole = start..self.emitted.text.len();
        self.emitted
            .ranges
            .extend(texts.into_iter().map(|(number, text)| (number, text, whole.clone())));
    }
}
