//! Parses the arguments of the constructors. The parameters depend on the algorithm, so no fixed signature is declared:
//! the code in this file assigns each argument to its parameter.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString, PyTuple};

use crate::buffer::Input;
use crate::number::number;
use crate::signature::{PARAMETER_COUNT, ParameterSet};
use crate::threads::Threads;

/// Arguments of one constructor call. Each argument is stored at the index of its parameter.
#[derive(Default)]
pub(crate) struct Arguments<'py>([Option<Bound<'py, PyAny>>; PARAMETER_COUNT]);

impl<'py> Arguments<'py> {
    /// Assigns each argument of a call to its parameter. `function` is the called function's name for error messages.
    ///
    /// # Errors
    /// `TypeError` for too many, unexpected, repeated or missing arguments, with the same text as Python's own errors.
    pub(crate) fn parse(
        function: &str,
        parameters: ParameterSet,
        positional: &Bound<'py, PyTuple>,
        keywords: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Self> {
        let mut arguments = Self::default();
        let mut indices = parameters.positional().indices();
        for argument in positional {
            let Some(index) = indices.next() else {
                let most = parameters.positional().count();
                let count = positional.len();
                return Err(PyTypeError::new_err(format!(
                    "{function}() takes at most {most} positional arguments ({count} given)"
                )));
            };
            arguments.0[index] = Some(argument);
        }
        for (keyword, argument) in keywords.into_iter().flatten() {
            let keyword = keyword.cast::<PyString>()?.to_str()?;
            let Some(index) = parameters.by_keyword(keyword) else {
                let has_context = parameters.contains(ParameterSet::CONTEXT.index());
                let hint = if keyword == "custom" && has_context {
                    "; key derivation takes derive_key_context"
                } else {
                    ""
                };
                return Err(PyTypeError::new_err(format!(
                    "{function}() got an unexpected keyword argument '{keyword}'{hint}"
                )));
            };
            if arguments.0[index].replace(argument).is_some() {
                return Err(PyTypeError::new_err(format!(
                    "{function}() got multiple values for argument '{keyword}'"
                )));
            }
        }
        let key = ParameterSet::KEY.index();
        if parameters.contains(key) && arguments.0[key].is_none() {
            return Err(PyTypeError::new_err(format!(
                "{function}() missing required argument 'key'"
            )));
        }
        Ok(arguments)
    }

    /// Returns the argument given for one parameter. Returns `None` if the argument is missing or Python's None.
    fn get(&self, parameter: ParameterSet) -> Option<&Bound<'py, PyAny>> {
        self.0[parameter.index()].as_ref().filter(|argument| !argument.is_none())
    }

    /// Returns whether an argument was given for any of these parameters.
    pub(crate) fn has_any(&self, parameters: ParameterSet) -> bool {
        parameters.indices().any(|index| self.0[index].is_some())
    }

    pub(crate) fn bytes(
        &self,
        parameter: ParameterSet,
        what: &str,
    ) -> PyResult<Option<Input<'py>>> {
        self.get(parameter).map(|argument| Input::parameter(argument, what)).transpose()
    }

    pub(crate) fn number<T: TryFrom<usize>>(
        &self,
        parameter: ParameterSet,
        what: &str,
    ) -> PyResult<Option<T>> {
        self.get(parameter).map(|argument| number(argument, what)).transpose()
    }

    /// Returns an integer argument of up to 2^64 - 1, even where `usize` has 32 bits. `what` is the argument's name for
    /// error messages.
    pub(crate) fn u64(&self, parameter: ParameterSet, what: &str) -> PyResult<Option<u64>> {
        let Some(argument) = self.get(parameter) else { return Ok(None) };
        match argument.extract::<u64>() {
            Ok(number) => Ok(Some(number)),
            // Calls `number` only for its error, which names the argument.
            Err(_) => number::<u64>(argument, what).map(Some),
        }
    }

    pub(crate) fn is_true(&self, parameter: ParameterSet) -> PyResult<bool> {
        self.get(parameter).map_or(Ok(false), |argument| argument.is_truthy())
    }

    pub(crate) fn key(&self) -> PyResult<Input<'py>> {
        let key = match self.bytes(ParameterSet::KEY, "key")? {
            None => self.bytes(ParameterSet::OPTIONAL_KEY, "key")?,
            key => key,
        };
        key.ok_or_else(|| PyTypeError::new_err("key must be a bytes-like object, not None"))
    }

    pub(crate) fn has_optional_key(&self) -> bool {
        self.get(ParameterSet::OPTIONAL_KEY).is_some()
    }

    /// Returns the message: a bytes-like object, or a tuple of elements for TupleHash. An explicit Python `None` is
    /// returned too, so that the caller can report it as an error.
    pub(crate) fn data(&self) -> Option<&Bound<'py, PyAny>> {
        let argument = |parameter: ParameterSet| self.0[parameter.index()].as_ref();
        argument(ParameterSet::DATA).or(argument(ParameterSet::ITEMS))
    }

    pub(crate) fn custom(&self) -> PyResult<Option<Input<'py>>> {
        self.bytes(ParameterSet::CUSTOM, "custom")
    }

    /// Returns the context of a key derivation, which is a string or bytes.
    pub(crate) fn context(&self) -> PyResult<Option<Input<'py>>> {
        match self.get(ParameterSet::CONTEXT) {
            Some(context) if context.is_instance_of::<PyString>() => {
                let text = context.extract::<&str>()?;
                Ok(Some(Input::Bytes(PyBytes::new(context.py(), text.as_bytes()))))
            }
            _ => self.bytes(ParameterSet::CONTEXT, "derive_key_context"),
        }
    }

    pub(crate) fn name(&self) -> PyResult<Option<Input<'py>>> {
        self.bytes(ParameterSet::NAME, "name")
    }

    pub(crate) fn length(&self) -> PyResult<Option<usize>> {
        self.number(ParameterSet::LENGTH, "length")
    }

    pub(crate) fn tag_size(&self) -> PyResult<Option<usize>> {
        self.number(ParameterSet::TAG_SIZE, "tag_size")
    }

    pub(crate) fn domain(&self) -> PyResult<Option<u8>> {
        self.number(ParameterSet::DOMAIN, "domain")
    }

    pub(crate) fn block(&self) -> PyResult<Option<usize>> {
        self.number(ParameterSet::BLOCK, "block")
    }

    pub(crate) fn threads(&self) -> PyResult<Threads> {
        self.get(ParameterSet::THREADS).map_or(Ok(Threads::ONE), Threads::parse)
    }
}
