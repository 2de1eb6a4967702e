//! Lines of hashdeep and md5deep: `SIZE,DIGEST,...,NAME`, after a header that names the columns.

use std::collections::VecDeque;
use std::sync::Arc;

use super::line::{ListedFile, listed};
use crate::algorithm::Algorithm;
use crate::algorithm::resolver::Resolver;

/// Parses the header `size,md5,sha256,filename` and returns its algorithms. Returns `None` for any other header, and
/// for a header without a known algorithm.
pub(super) fn columns(
    header: &[u8],
    resolver: &mut Resolver,
) -> Option<Vec<Option<Arc<Algorithm>>>> {
    let header = header.strip_prefix(b"size,")?.strip_suffix(b",filename")?;
    let columns: Vec<_> =
        header.split(|&byte| byte == b',').map(|name| resolver.of_tag(name)).collect();
    columns.iter().any(Option::is_some).then_some(columns)
}

/// Parses a line and returns one entry per column with a known algorithm. Returns `None` for a malformed line. File
/// names in these lines contain no escape sequences.
pub(super) fn entries(
    line: &[u8],
    columns: &[Option<Arc<Algorithm>>],
) -> Option<VecDeque<ListedFile>> {
    let mut fields = line.splitn(columns.len() + 2, |&byte| byte == b',');
    let size: u64 = str::from_utf8(fields.next()?).ok()?.parse().ok()?;
    let digests: Vec<&[u8]> = fields.by_ref().take(columns.len()).collect();
    let name = fields.next()?;
    let known =
        columns.iter().zip(digests).filter_map(|(column, digest)| Some((column.as_ref()?, digest)));
    known
        .map(|(algorithm, digest)| {
            let mut entry = listed(Arc::clone(algorithm), name.to_vec(), digest)?;
            entry.size = Some(size);
            Some(entry)
        })
        .collect()
}
