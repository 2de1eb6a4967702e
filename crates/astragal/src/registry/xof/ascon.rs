//! Registry rows of Ascon's extendable-output functions.

use super::object::{keyed_object, object};
use super::row::{NONE, XofRow};
use crate::error::ParameterError;
use crate::mac::AsconPrf;
use crate::registry::info::Status;
use crate::registry::mac;
use crate::registry::params::XofTakes;
use crate::xof::{AsconCxof128, AsconXof, AsconXof128, AsconXofA};

pub(super) const ASCON_XOF128: XofRow =
    XofRow::of::<AsconXof128>(Status::Recommended, &[], NONE, |row, _, request| {
        object(row, AsconXof128::new(), None, request)
    });

pub(super) const ASCON_CXOF128: XofRow = XofRow::of::<AsconCxof128>(
    Status::Recommended,
    &[],
    XofTakes { custom: true, ..NONE },
    |row, params, request| {
        let initial = AsconCxof128::new(params.custom.unwrap_or_default())?;
        object(row, initial, None, request)
    },
);

pub(super) const ASCON_XOF: XofRow =
    XofRow::of::<AsconXof>(Status::Legacy, &[], NONE, |row, _, request| {
        object(row, AsconXof::new(), None, request)
    });

pub(super) const ASCON_XOFA: XofRow =
    XofRow::of::<AsconXofA>(Status::Legacy, &[], NONE, |row, _, request| {
        object(row, AsconXofA::new(), None, request)
    });

pub(super) const ASCON_PRF: XofRow =
    XofRow::of::<AsconPrf>(Status::Legacy, &[], NONE, |row, params, request| {
        match params.key.and_then(<[u8]>::first_chunk) {
            Some(key) => keyed_object(row, || AsconPrf::new(key), request),
            None => Err(ParameterError::Missing { algorithm: row.name, what: "key" }),
        }
    })
    .keyed(&mac::ascon::ASCON_PRF);
