//! Lists of hashdeep and md5deep: `size,digest,...,name` under a line that names the columns.

use std::collections::VecDeque;
use std::sync::Arc;

use super::line::{Listed, listed};
use crate::digester::Digester;
use crate::digester::tag::Resolver;

/// The algorithms of `size,md5,sha256,filename`; `None` for another header line, and where we have none of them.
pub(super) fn columns(
    header: &[u8],
    resolver: &mut Resolver,
) -> Option<Vec<Option<Arc<Digester>>>> {
    let header = header.strip_prefix(b"size,")?.strip_suffix(b",filename")?;
    let columns: Vec<_> =
        header.split(|&byte| byte == b',').map(|name| resolver.tag(name)).collect();
    columns.iter().any(Option::is_some).then_some(columns)
}

/// An entry for each column that has an algorithm; `None` for a malformed line. Names stand as they are.
pub(super) fn entries(line: &[u8], columns: &[Option<Arc<Digester>>]) -> Option<VecDeque<Listed>> {
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
