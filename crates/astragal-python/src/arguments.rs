//! The arguments of the constructors. Which ones a constructor takes depends on its row in the table, so
//! they are told apart here and not by a signature.

use core::ops::BitOr;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString, PyTuple};

use crate::buffer::Input;
use crate::threads::Threads;

/// Names, and how a signature shows them; [`Takes`] has a bit for each.
const PARAMETERS: [(&str, &str); 26] = [
    ("key", "key"),
    ("data", "data=b''"),
    ("items", "items=()"),
    ("length", "length=None"),
    ("custom", "custom=None"),
    ("name", "name=None"),
    ("domain", "domain=0x1f"),
    ("block", "block=8192"),
    ("threads", "threads=1"),
    ("key", "key=None"),
    ("usedforsecurity", "usedforsecurity=True"),
    ("tag_size", "tag_size=16"),
    ("digest_size", "digest_size=None"),
    ("salt", "salt=b''"),
    ("person", "person=b''"),
    ("fanout", "fanout=1"),
    ("depth", "depth=1"),
    ("leaf_size", "leaf_size=0"),
    ("node_offset", "node_offset=0"),
    ("node_depth", "node_depth=0"),
    ("inner_size", "inner_size=0"),
    ("last_node", "last_node=False"),
    ("public_key", "public_key=b''"),
    ("key_id", "key_id=b''"),
    ("nonce", "nonce=b''"),
    ("derive_key_context", "derive_key_context=None"),
];

/// The place of `derive_key_context`.
const CONTEXT_INDEX: usize = PARAMETERS.len() - 1;

/// A set of parameters.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Takes(u32);

impl Takes {
    pub(crate) const NONE: Self = Self(0);
    pub(crate) const KEY: Self = Self(1);
    pub(crate) const DATA: Self = Self(1 << 1);
    pub(crate) const ITEMS: Self = Self(1 << 2);
    pub(crate) const LENGTH: Self = Self(1 << 3);
    pub(crate) const CUSTOM: Self = Self(1 << 4);
    pub(crate) const NAME: Self = Self(1 << 5);
    pub(crate) const DOMAIN: Self = Self(1 << 6);
    pub(crate) const BLOCK: Self = Self(1 << 7);
    pub(crate) const THREADS: Self = Self(1 << 8);
    /// Not needed, and given by its name.
    pub(crate) const OPTIONAL_KEY: Self = Self(1 << 9);
    /// Taken for the sake of `hashlib` and not looked at.
    pub(crate) const USED_FOR_SECURITY: Self = Self(1 << 10);
    pub(crate) const TAG_SIZE: Self = Self(1 << 11);
    /// Of hashes with parameters, here and below.
    pub(crate) const DIGEST_SIZE: Self = Self(1 << 12);
    pub(crate) const SALT: Self = Self(1 << 13);
    pub(crate) const PERSON: Self = Self(1 << 14);
    pub(crate) const FANOUT: Self = Self(1 << 15);
    pub(crate) const DEPTH: Self = Self(1 << 16);
    pub(crate) const LEAF_SIZE: Self = Self(1 << 17);
    pub(crate) const NODE_OFFSET: Self = Self(1 << 18);
    pub(crate) const NODE_DEPTH: Self = Self(1 << 19);
    pub(crate) const INNER_SIZE: Self = Self(1 << 20);
    pub(crate) const LAST_NODE: Self = Self(1 << 21);
    pub(crate) const PUBLIC_KEY: Self = Self(1 << 22);
    pub(crate) const KEY_ID: Self = Self(1 << 23);
    pub(crate) const NONCE: Self = Self(1 << 24);
    /// The context of BLAKE3's key derivation.
    pub(crate) const CONTEXT: Self = Self(1 << 25);
    /// The seven of a node in a tree of BLAKE2.
    pub(crate) const OF_NODE: Self = Self(0x7f << 15);
    /// The three of Skein alone.
    pub(crate) const OF_SKEIN: Self = Self(0b111 << 22);
    /// All thirteen.
    pub(crate) const OF_HASH: Self = Self(0x1fff << 12);
    const POSITIONAL: Self = Self(0b111);

    /// These if `condition` holds.
    pub(crate) const fn when(self, condition: bool) -> Self {
        if condition { self } else { Self::NONE }
    }

    const fn has(self, index: usize) -> bool {
        self.0 >> index & 1 == 1
    }

    fn indices(self) -> impl Iterator<Item = usize> {
        (0..PARAMETERS.len()).filter(move |&index| self.has(index))
    }

    /// As `(key, data=b'', *, length=None)`.
    pub(crate) fn signature(self) -> String {
        let positional = Self(self.0 & Self::POSITIONAL.0);
        let keyword = Self(self.0 & !Self::POSITIONAL.0);
        let mut shown: Vec<&str> = positional.indices().map(|i| PARAMETERS[i].1).collect();
        if keyword != Self::NONE {
            shown.push("*");
        }
        shown.extend(keyword.indices().map(|i| PARAMETERS[i].1));
        format!("({})", shown.join(", "))
    }
}

impl BitOr for Takes {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// What a constructor was called with.
#[derive(Default)]
pub(crate) struct Given<'py>([Option<Bound<'py, PyAny>>; PARAMETERS.len()]);

impl<'py> Given<'py> {
    /// Sorts the arguments of `function`, whose parameters are `takes`.
    pub(crate) fn parse(
        function: &str,
        takes: Takes,
        positional: &Bound<'py, PyTuple>,
        keywords: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Self> {
        let mut given = Self::default();
        let mut places = Takes(takes.0 & Takes::POSITIONAL.0).indices();
        for argument in positional {
            let Some(index) = places.next() else {
                let most = (takes.0 & Takes::POSITIONAL.0).count_ones();
                let count = positional.len();
                return Err(PyTypeError::new_err(format!(
                    "{function}() takes at most {most} positional arguments ({count} given)"
                )));
            };
            given.0[index] = Some(argument);
        }
        for (keyword, argument) in keywords.into_iter().flatten() {
            let keyword = keyword.cast::<PyString>()?.to_str()?;
            let Some(index) = takes.indices().find(|&i| is_name(keyword, i)) else {
                let hint = if keyword == "custom" && takes.has(CONTEXT_INDEX) {
                    "; key derivation takes derive_key_context"
                } else {
                    ""
                };
                return Err(PyTypeError::new_err(format!(
                    "{function}() got an unexpected keyword argument '{keyword}'{hint}"
                )));
            };
            if given.0[index].replace(argument).is_some() {
                return Err(PyTypeError::new_err(format!(
                    "{function}() got multiple values for argument '{keyword}'"
                )));
            }
        }
        if takes.has(0) && given.0[0].is_none() {
            return Err(PyTypeError::new_err(format!(
                "{function}() missing required argument 'key'"
            )));
        }
        Ok(given)
    }

    /// The argument, unless it is absent or None.
    fn argument(&self, parameter: Takes) -> Option<&Bound<'py, PyAny>> {
        let index = parameter.0.trailing_zeros() as usize;
        self.0[index].as_ref().filter(|argument| !argument.is_none())
    }

    /// Whether any of these is given.
    pub(crate) fn has_any(&self, parameters: Takes) -> bool {
        parameters.indices().any(|index| self.0[index].is_some())
    }

    pub(crate) fn bytes(&self, parameter: Takes, what: &str) -> PyResult<Option<Input<'py>>> {
        self.argument(parameter).map(|argument| Input::parameter(argument, what)).transpose()
    }

    pub(crate) fn number<T: TryFrom<usize>>(
        &self,
        parameter: Takes,
        what: &str,
    ) -> PyResult<Option<T>> {
        self.argument(parameter).map(|argument| number(argument, what)).transpose()
    }

    /// A number that may be longer than memory.
    pub(crate) fn wide_number(&self, parameter: Takes, what: &str) -> PyResult<Option<u64>> {
        let Some(argument) = self.argument(parameter) else { return Ok(None) };
        match argument.extract::<u64>() {
            Ok(number) => Ok(Some(number)),
            // Says what is wrong with it.
            Err(_) => number::<u64>(argument, what).map(Some),
        }
    }

    pub(crate) fn truth(&self, parameter: Takes) -> PyResult<bool> {
        self.argument(parameter).map_or(Ok(false), |argument| argument.is_truthy())
    }

    pub(crate) fn key(&self) -> PyResult<Input<'py>> {
        let key = match self.bytes(Takes::KEY, "key")? {
            None => self.bytes(Takes::OPTIONAL_KEY, "key")?,
            key => key,
        };
        key.ok_or_else(|| PyTypeError::new_err("key must be a bytes-like object, not None"))
    }

    /// Whether a hash is to be keyed.
    pub(crate) fn has_optional_key(&self) -> bool {
        self.argument(Takes::OPTIONAL_KEY).is_some()
    }

    /// The message: bytes, or the elements of a tuple. `None` stands for an error of its own.
    pub(crate) fn data(&self) -> Option<&Bound<'py, PyAny>> {
        self.0[1].as_ref().or(self.0[2].as_ref())
    }

    pub(crate) fn custom(&self) -> PyResult<Option<Input<'py>>> {
        self.bytes(Takes::CUSTOM, "custom")
    }

    /// The context of a key derivation, a string or bytes.
    pub(crate) fn context(&self) -> PyResult<Option<Input<'py>>> {
        match self.argument(Takes::CONTEXT) {
            Some(context) if context.is_instance_of::<PyString>() => {
                let text = context.extract::<&str>()?;
                Ok(Some(Input::Bytes(PyBytes::new(context.py(), text.as_bytes()))))
            }
            _ => self.bytes(Takes::CONTEXT, "derive_key_context"),
        }
    }

    pub(crate) fn name(&self) -> PyResult<Option<Input<'py>>> {
        self.bytes(Takes::NAME, "name")
    }

    pub(crate) fn length(&self) -> PyResult<Option<usize>> {
        self.number(Takes::LENGTH, "length")
    }

    pub(crate) fn tag_size(&self) -> PyResult<Option<usize>> {
        self.number(Takes::TAG_SIZE, "tag_size")
    }

    pub(crate) fn domain(&self) -> PyResult<Option<u8>> {
        self.number(Takes::DOMAIN, "domain")
    }

    pub(crate) fn block(&self) -> PyResult<Option<usize>> {
        self.number(Takes::BLOCK, "block")
    }

    pub(crate) fn threads(&self) -> PyResult<Threads> {
        self.argument(Takes::THREADS).map_or(Ok(Threads::ONE), Threads::parse)
    }
}

/// Whether `keyword` names this parameter; `hashlib` calls the message `string` as well.
fn is_name(keyword: &str, index: usize) -> bool {
    let name = PARAMETERS[index].0;
    keyword == name || (name == "data" && matches!(keyword, "string" | "msg"))
}

/// A size or another number that is not negative, of Python's or of NumPy's, and no longer than memory.
pub(crate) fn number<T: TryFrom<usize>>(argument: &Bound<'_, PyAny>, what: &str) -> PyResult<T> {
    match argument.extract::<usize>() {
        Ok(number) if isize::try_from(number).is_ok() => {
            T::try_from(number).map_err(|_| out_of_range(argument, what))
        }
        Err(error) if error.is_instance_of::<PyTypeError>(argument.py()) => {
            let given = argument.get_type().name()?;
            Err(PyTypeError::new_err(format!("{what} must be a number, not {given}")))
        }
        _ => Err(out_of_range(argument, what)),
    }
}

fn out_of_range(argument: &Bound<'_, PyAny>, what: &str) -> PyErr {
    PyValueError::new_err(format!("{what} is {argument}, which is out of range"))
}
