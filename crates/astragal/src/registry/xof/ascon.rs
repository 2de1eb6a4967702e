//! Registry rows of Ascon's extendable-output functions.

use super::object::{Absorb, keyed_object, object};
use super::row::{NONE, XofRow};
use crate::error::ParameterError;
use crate::mac::AsconPrf;
use crate::registry::info::Status;
use crate::registry::mac;
use crate::registry::params::XofTakes;
use crate::traits::state::{Fields, SerializeState, Serialized};
use crate::xof::{AsconCxof128, AsconXof, AsconXof128, AsconXofA, Xof, XofReader};

/// Declares one enum for all unkeyed functions, and one enum for their readers. Generic code that uses these enums is
/// compiled once for all functions instead of once per function.
macro_rules! any_ascon {
    ($($variant:ident($function:ty))+) => {
        #[derive(Clone)]
        enum AnyAscon {
            $($variant($function),)+
        }

        #[derive(Clone, Debug)]
        enum AnyReader {
            $($variant(<$function as Xof>::Reader),)+
        }

        impl Absorb for AnyAscon {
            type Reader = AnyReader;
            fn absorb(&mut self, data: &[u8]) {
                match self {
                    $(Self::$variant(function) => function.absorb(data),)+
                }
            }
            fn finalize(self) -> AnyReader {
                match self {
                    $(Self::$variant(function) => AnyReader::$variant(function.finalize()),)+
                }
            }
            fn serialize_from(&mut self, _: &Self, fields: &mut Fields<'_>) -> Serialized {
                match self {
                    $(Self::$variant(function) => function.serialize(fields),)+
                }
            }
        }

        impl XofReader for AnyReader {
            type Block = [u8; 8];

            fn squeeze(&mut self, out: &mut [u8]) {
                match self {
                    $(Self::$variant(reader) => reader.squeeze(out),)+
                }
            }
        }

        impl SerializeState for AnyReader {
            fn serialize(&mut self, fields: &mut Fields<'_>) -> Serialized {
                match self {
                    $(Self::$variant(reader) => reader.serialize(fields),)+
                }
            }
        }
    };
}

any_ascon! { Xof128(AsconXof128) Cxof128(AsconCxof128) Xof(AsconXof) XofA(AsconXofA) }

pub(super) const ASCON_XOF128: XofRow =
    XofRow::of::<AsconXof128>(Status::Recommended, &[], NONE, |row, _, request| {
        object(row, AnyAscon::Xof128(AsconXof128::new()), None, request)
    });

pub(super) const ASCON_CXOF128: XofRow = XofRow::of::<AsconCxof128>(
    Status::Recommended,
    &[],
    XofTakes { custom: true, ..NONE },
    |row, params, request| {
        let initial = AsconCxof128::new(params.custom.unwrap_or_default())?;
        object(row, AnyAscon::Cxof128(initial), None, request)
    },
);

pub(super) const ASCON_XOF: XofRow =
    XofRow::of::<AsconXof>(Status::Legacy, &[], NONE, |row, _, request| {
        object(row, AnyAscon::Xof(AsconXof::new()), None, request)
    });

pub(super) const ASCON_XOFA: XofRow =
    XofRow::of::<AsconXofA>(Status::Legacy, &[], NONE, |row, _, request| {
        object(row, AnyAscon::XofA(AsconXofA::new()), None, request)
    });

pub(super) const ASCON_PRF: XofRow =
    XofRow::of::<AsconPrf>(Status::Legacy, &[], NONE, |row, params, request| {
        match params.key.and_then(<[u8]>::first_chunk) {
            Some(key) => keyed_object(row, || AsconPrf::new(key), request),
            None => Err(ParameterError::Missing { algorithm: row.name, what: "key" }),
        }
    })
    .keyed(&mac::ascon::ASCON_PRF);
