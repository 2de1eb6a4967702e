//! Mutations of operators, method names and function bodies.

use syn::{BinOp, Expr, GenericArgument, PathArguments, ReturnType, Type};

/// Returns the operators that replace `operator`.
pub(crate) fn binary(operator: &BinOp) -> (&'static str, &'static [&'static str]) {
    match operator {
        BinOp::Add(_) => ("+", &["-", "*"]),
        BinOp::Sub(_) => ("-", &["+", "/"]),
        BinOp::Mul(_) => ("*", &["+", "/"]),
        BinOp::Div(_) => ("/", &["%", "*"]),
        BinOp::Rem(_) => ("%", &["/", "+"]),
        BinOp::And(_) => ("&&", &["||"]),
        BinOp::Or(_) => ("||", &["&&"]),
        BinOp::BitXor(_) => ("^", &["|", "&"]),
        BinOp::BitAnd(_) => ("&", &["|", "^"]),
        BinOp::BitOr(_) => ("|", &["&", "^"]),
        BinOp::Shl(_) => ("<<", &[">>"]),
        BinOp::Shr(_) => (">>", &["<<"]),
        BinOp::Eq(_) => ("==", &["!="]),
        BinOp::Ne(_) => ("!=", &["=="]),
        BinOp::Lt(_) => ("<", &["==", ">", "<="]),
        BinOp::Le(_) => ("<=", &[">", "<"]),
        BinOp::Gt(_) => (">", &["==", "<", ">="]),
        BinOp::Ge(_) => (">=", &["<", ">"]),
        BinOp::AddAssign(_) => ("+=", &["-=", "*="]),
        BinOp::SubAssign(_) => ("-=", &["+=", "/="]),
        BinOp::MulAssign(_) => ("*=", &["+=", "/="]),
        BinOp::DivAssign(_) => ("/=", &["%=", "*="]),
        BinOp::RemAssign(_) => ("%=", &["/=", "+="]),
        BinOp::BitXorAssign(_) => ("^=", &["|=", "&="]),
        BinOp::BitAndAssign(_) => ("&=", &["|=", "^="]),
        BinOp::BitOrAssign(_) => ("|=", &["&=", "^="]),
        BinOp::ShlAssign(_) => ("<<=", &[">>="]),
        BinOp::ShrAssign(_) => (">>=", &["<<="]),
        _ => ("", &[]),
    }
}

/// Pairs of functions. A mutant calls one function of a pair in place of the other.
const PAIRS: [(&str, &str); 5] = [
    ("wrapping_add", "wrapping_sub"),
    ("rotate_left", "rotate_right"),
    ("to_le_bytes", "to_be_bytes"),
    ("from_le_bytes", "from_be_bytes"),
    ("min", "max"),
];

pub(crate) fn exchanged(name: &str) -> Option<&'static str> {
    PAIRS.iter().find_map(|&(a, b)| match name {
        _ if name == a => Some(b),
        _ if name == b => Some(a),
        _ => None,
    })
}

const INTEGERS: [&str; 12] =
    ["u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize"];

/// Returns expressions that can replace the body of a function with this return type. `text` returns the source text of
/// an expression.
pub(crate) fn results(output: &ReturnType, text: impl Fn(&Expr) -> String) -> Vec<String> {
    let ReturnType::Type(_, output) = output else { return vec!["()".into()] };
    values(output, &text)
}

fn values(output: &Type, text: &impl Fn(&Expr) -> String) -> Vec<String> {
    match output {
        Type::Tuple(tuple) if tuple.elems.is_empty() => vec!["()".into()],
        Type::Reference(to) if to.mutability.is_none() => match &*to.elem {
            Type::Path(path) if path.path.is_ident("str") => vec!["\"\"".into()],
            Type::Slice(_) => vec!["&[]".into()],
            _ => Vec::new(),
        },
        Type::Array(array) => {
            let elements = values(&array.elem, text);
            elements.iter().map(|element| format!("[{element}; {}]", text(&array.len))).collect()
        }
        Type::Path(path) => {
            let Some(last) = path.path.segments.last() else { return Vec::new() };
            let name = last.ident.to_string();
            match name.as_str() {
                "bool" => vec!["true".into(), "false".into()],
                "Option" => vec!["None".into()],
                "Serialized" => vec!["Ok(())".into()],
                "Result" => match &last.arguments {
                    PathArguments::AngleBracketed(arguments) => match arguments.args.first() {
                        Some(GenericArgument::Type(success)) => {
                            values(success, text).iter().map(|v| format!("Ok({v})")).collect()
                        }
                        _ => Vec::new(),
                    },
                    _ => vec!["Ok(())".into()],
                },
                name if INTEGERS.contains(&name) => vec!["0".into(), "1".into()],
                _ => vec!["Default::default()".into()],
            }
        }
        _ => Vec::new(),
    }
}
