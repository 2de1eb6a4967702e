//! Finds the mutants of a source file.

use std::collections::BTreeMap;
use std::ops::Range;

use anyhow::{Context as _, Result};
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{
    Attribute, Block, Expr, ImplItem, Item, Lit, Pat, Signature, Stmt, TraitItem, Type, UnOp,
};

use crate::cfg::Conditions;
use crate::mutant::{Form, Mutant};
use crate::operators::{binary, exchanged, results};

/// Mutants that were found, and for each reason the number of changes that were left out.
#[derive(Default)]
pub(crate) struct Found {
    pub(crate) mutants: Vec<Mutant>,
    pub(crate) skipped: BTreeMap<&'static str, u64>,
}

/// Adds the mutants of the file `file` with the contents `text` to `found`.
pub(crate) fn find(
    file: &str,
    text: &str,
    conditions: &Conditions,
    found: &mut Found,
) -> Result<()> {
    let tree = syn::parse_file(text).with_context(|| format!("cannot parse {file}"))?;
    let mut finder =
        Finder { file, text, conditions, found, scope: Vec::new(), skip: None, is_const: false };
    finder.visit_file(&tree);
    Ok(())
}

struct Finder<'a> {
    file: &'a str,
    text: &'a str,
    conditions: &'a Conditions,
    found: &'a mut Found,
    /// Names of the type and of the functions that enclose the current syntax node.
    scope: Vec<String>,
    /// If the code being visited gets no mutants, the reason. Possible changes to this code are then counted under the
    /// reason.
    skip: Option<&'static str>,
    is_const: bool,
}

fn range(node: &impl Spanned) -> Range<usize> {
    node.span().byte_range()
}

fn is_assignment(operator: &str) -> bool {
    operator.len() > 1 && operator.ends_with('=') && !matches!(operator, "==" | "!=" | "<=" | ">=")
}

fn contains_let(expression: &Expr) -> bool {
    match expression {
        Expr::Let(_) => true,
        Expr::Binary(binary) => contains_let(&binary.left) || contains_let(&binary.right),
        _ => false,
    }
}

impl Finder<'_> {
    fn text_of(&self, node: &impl Spanned) -> String {
        self.text[range(node)].to_owned()
    }

    /// Adds a mutant. `at` is the byte offset of the change in the file. Reports show it as line and column.
    fn add(&mut self, form: Form, range: Range<usize>, at: usize, text: String, change: String) {
        if let Some(reason) = self.skip {
            *self.found.skipped.entry(reason).or_default() += 1;
            return;
        }
        let start = self.text[..at].rfind('\n').map_or(0, |newline| newline + 1);
        let source = self.text[start..].lines().next().unwrap_or_default().trim().to_owned();
        self.found.mutants.push(Mutant {
            number: 0,
            file: self.file.to_owned(),
            range,
            form,
            text,
            function: self.scope.join("::"),
            line: self.text[..at].matches('\n').count() + 1,
            column: at - start + 1,
            change,
            source,
            is_const: self.is_const,
        });
    }

    fn skipping(&mut self, reason: &'static str, visit: impl FnOnce(&mut Self)) {
        let before = self.skip;
        self.skip = before.or(Some(reason));
        visit(self);
        self.skip = before;
    }

    fn function(&mut self, attributes: &[Attribute], signature: &Signature, block: &Block) {
        if !self.conditions.include(attributes) {
            return;
        }
        let is_const = std::mem::replace(&mut self.is_const, signature.constness.is_some());
        self.scope.push(signature.ident.to_string());
        let braces = range(&block.brace_token.span.join());
        let body = self.text[braces.start + 1..braces.end - 1].trim();
        for value in results(&signature.output, |length| self.text_of(length)) {
            if !body.is_empty() && body != value {
                let at = range(&signature.fn_token).start;
                let change = format!("replace the body with {value}");
                let point = braces.start + 1..braces.start + 1;
                self.add(Form::Body, point, at, value, change);
            }
        }
        self.visit_block(block);
        self.scope.pop();
        self.is_const = is_const;
    }

    fn condition(&mut self, condition: &Expr) {
        let at = range(condition);
        for value in ["true", "false"] {
            let change = format!("replace the match guard with {value}");
            self.add(Form::Expression, at.clone(), at.start, value.into(), change);
        }
        self.visit_expr(condition);
    }
}

fn attributes_of(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        _ => &[],
    }
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_item(&mut self, item: &'ast Item) {
        if !self.conditions.include(attributes_of(item)) {
            return;
        }
        match item {
            Item::Fn(function) => self.function(&function.attrs, &function.sig, &function.block),
            Item::Const(constant) => {
                self.skipping("in constants", |this| this.visit_expr(&constant.expr));
            }
            Item::Static(constant) => {
                self.skipping("in constants", |this| this.visit_expr(&constant.expr));
            }
            Item::Impl(block) => {
                let name = match &*block.self_ty {
                    Type::Path(path) => {
                        path.path.segments.last().map(|last| last.ident.to_string())
                    }
                    _ => None,
                };
                self.scope.push(name.unwrap_or_else(|| self.text_of(&block.self_ty)));
                block.items.iter().for_each(|item| self.visit_impl_item(item));
                self.scope.pop();
            }
            Item::Trait(definition) => {
                self.scope.push(definition.ident.to_string());
                definition.items.iter().for_each(|item| self.visit_trait_item(item));
                self.scope.pop();
            }
            Item::Mod(module) => {
                module
                    .content
                    .iter()
                    .flat_map(|(_, items)| items)
                    .for_each(|item| self.visit_item(item));
            }
            Item::Macro(item) => self.visit_macro(&item.mac),
            _ => {}
        }
    }

    fn visit_impl_item(&mut self, item: &'ast ImplItem) {
        match item {
            ImplItem::Fn(function) => {
                self.function(&function.attrs, &function.sig, &function.block)
            }
            ImplItem::Const(constant) => {
                self.skipping("in constants", |this| this.visit_expr(&constant.expr));
            }
            ImplItem::Macro(item) => self.visit_macro(&item.mac),
            _ => {}
        }
    }

    fn visit_trait_item(&mut self, item: &'ast TraitItem) {
        if let TraitItem::Fn(function) = item
            && let Some(block) = &function.default
        {
            self.function(&function.attrs, &function.sig, block);
        }
    }

    fn visit_stmt(&mut self, statement: &'ast Stmt) {
        let attributes: &[Attribute] = match statement {
            Stmt::Local(local) => &local.attrs,
            Stmt::Expr(Expr::Block(block), _) => &block.attrs,
            Stmt::Expr(Expr::If(branch), _) => &branch.attrs,
            Stmt::Expr(Expr::Call(call), _) => &call.attrs,
            Stmt::Expr(Expr::MethodCall(call), _) => &call.attrs,
            Stmt::Expr(Expr::Return(expression), _) => &expression.attrs,
            _ => &[],
        };
        if !self.conditions.include(attributes) {
            return;
        }
        if let Stmt::Expr(expression, Some(_)) = statement {
            let called = if let Expr::Try(tried) = expression { &*tried.expr } else { expression };
            if matches!(called, Expr::Call(_) | Expr::MethodCall(_)) {
                let at = range(statement);
                self.add(
                    Form::Deletion,
                    at.clone(),
                    at.start,
                    String::new(),
                    "delete the statement".into(),
                );
            }
        }
        visit::visit_stmt(self, statement);
    }

    fn visit_expr(&mut self, expression: &'ast Expr) {
        let at = range(expression);
        match expression {
            Expr::Binary(node) if !contains_let(expression) => {
                let (from, others) = binary(&node.op);
                let (left, right) = (self.text_of(&node.left), self.text_of(&node.right));
                for to in others {
                    let text = if is_assignment(from) {
                        format!("{left} {to} {right}")
                    } else {
                        format!("({left}) {to} ({right})")
                    };
                    let change = format!("replace {from} with {to}");
                    let position = range(&node.op).start;
                    self.add(Form::Expression, at.clone(), position, text, change);
                }
            }
            Expr::Unary(node) => {
                let name = match node.op {
                    UnOp::Not(_) => Some("!"),
                    UnOp::Neg(_) => Some("-"),
                    _ => None,
                };
                if let Some(name) = name {
                    let text = format!("({})", self.text_of(&node.expr));
                    self.add(
                        Form::Expression,
                        at.clone(),
                        at.start,
                        text,
                        format!("delete {name}"),
                    );
                }
            }
            Expr::MethodCall(node) => {
                let name = node.method.to_string();
                if let Some(to) = exchanged(&name) {
                    let span = range(&node.method);
                    let (before, after) =
                        (&self.text[at.start..span.start], &self.text[span.end..at.end]);
                    let text = format!("{before}{to}{after}");
                    self.add(
                        Form::Expression,
                        at,
                        span.start,
                        text,
                        format!("replace {name} with {to}"),
                    );
                }
            }
            Expr::Call(node) => {
                if let Expr::Path(path) = &*node.func
                    && let Some(last) = path.path.segments.last()
                    && let name = last.ident.to_string()
                    && let Some(to) = exchanged(&name)
                {
                    let span = range(&last.ident);
                    let (before, after) =
                        (&self.text[at.start..span.start], &self.text[span.end..at.end]);
                    let text = format!("{before}{to}{after}");
                    self.add(
                        Form::Expression,
                        at,
                        span.start,
                        text,
                        format!("replace {name} with {to}"),
                    );
                }
            }
            Expr::Lit(node) => {
                if let Lit::Int(number) = &node.lit
                    && let Ok(value) = number.base10_parse::<u128>()
                {
                    let shown = self.text_of(expression);
                    for other in [value.checked_add(1), value.checked_sub(1)].into_iter().flatten()
                    {
                        let text = format!("{other}{}", number.suffix());
                        let change = format!("replace {shown} with {text}");
                        self.add(Form::Expression, at.clone(), at.start, text, change);
                    }
                }
            }
            Expr::Repeat(node) => {
                self.visit_expr(&node.expr);
                return self
                    .skipping("in types and lengths of arrays", |this| this.visit_expr(&node.len));
            }
            Expr::Const(node) => {
                return self.skipping("in constants", |this| this.visit_block(&node.block));
            }
            _ => {}
        }
        visit::visit_expr(self, expression);
    }

    fn visit_arm(&mut self, arm: &'ast syn::Arm) {
        if self.conditions.include(&arm.attrs) {
            visit::visit_arm(self, arm);
        }
    }

    fn visit_pat(&mut self, pattern: &'ast Pat) {
        if let Pat::Guard(guarded) = pattern {
            self.condition(&guarded.guard);
        }
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        if call.path.is_ident("unroll")
            && let Ok(Expr::ForLoop(repeated)) = call.parse_body::<Expr>()
        {
            // The range of an unrolled loop must stay as it is, because it selects a rule of the macro `unroll`. Only
            // the body of the loop gets mutants.
            self.visit_block_of_macro(&repeated.body);
        } else {
            *self.found.skipped.entry("calls and definitions of macros").or_default() += 1;
        }
    }

    fn visit_type(&mut self, _: &'ast Type) {}
    fn visit_path_arguments(&mut self, _: &'ast syn::PathArguments) {}
    // The arguments of a method call, such as `as_chunks::<8>()`, are not path arguments.
    fn visit_angle_bracketed_generic_arguments(
        &mut self,
        _: &'ast syn::AngleBracketedGenericArguments,
    ) {
    }
    fn visit_attribute(&mut self, _: &'ast Attribute) {}
}

impl Finder<'_> {
    /// Visits a block that [`Finder`] has parsed from the tokens of a macro call. The block is dropped after the visit,
    /// so it cannot have the lifetime of the file's syntax tree.
    fn visit_block_of_macro(&mut self, block: &Block) {
        Visit::visit_block(self, block);
    }
}
