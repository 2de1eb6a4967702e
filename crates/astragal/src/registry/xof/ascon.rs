//! Rows of Ascon's extendable-output functions.

use super::object::{keyed_object, object};
use super::{NONE, XofRow};
use crate::error::ParameterError;
use crate::mac::AsconPrf;
use crate::registry::info::Status;
use crate::registry::mac;
use crate::registry::params::XofTakes;
use crate::xof::{AsconCxof128, AsconXof, AsconXof128, AsconXofA};

pub(super) const ASCON_XOF128: XofRow =
    XofRow::of::<AsconXof128>(Status::Recommended, &[], NONE, |row, _, wanted| {
        object(row, AsconXof128::new(), None, wanted)
    });

pub(super) const ASCON_CXOF128: XofRow = XofRow::of::<AsconCxof128>(
    Status::Recommended,
    &[],
    XofTakes { custom: true, ..NONE },
    |row, params, wanted| {
        let initial = AsconCxof128::new(params.custom.unwrap_or_default())?;
        object(row, initial, None, wanted)
    },
);

pub(super) const ASCON_XOF: XofRow =
    XofRow::of::<AsconXof>(Status::Legacy, &[], NONE, |row, _, wanted| {
        object(row, AsconXof::new(), None, wanted)
    });

pub(super) const ASCON_XOFA: XofRow =
    XofRow::of::<AsconXofA>(Status::Legacy, &[], NONE, |row, _, wanted| {
        object(row, AsconXofA::new(), None, wanted)
    });

pub(super) const ASCON_PRF: XofRow =
    XofRow::of::<AsconPrf>(Status::Legacy, &[], NONE, |row, params, wanted| {
        match params.key.and_then(<[u8]>::first_chunk) {
            Some(key) => keyed_object(row, || AsconPrf::new(key), wanted),
            None => Err(ParameterError::Missing { algorithm: row.name, what: "key" }),
        }
    })
    .keyed(&mac::ascon::ASCON_PRF);
