//! Tables with rows enabled by cargo features.

/// Builds a table from rows grouped by cargo feature.
macro_rules! rows {
    ($($feature:literal: $($row:expr),+;)+) => {
        &[$($(
            #[cfg(feature = $feature)]
            $row,
        )+)+]
    };
}

pub(super) use rows;
