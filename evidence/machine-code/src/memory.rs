//! Memory of the interpreted program: the loaded file, the stack, and an arena for the heap. Each byte has a shadow
//! byte: a bit that is set in the shadow byte marks the same bit of the byte as secret.

use anyhow::{Result, bail};

use crate::word::{self, Word};

pub struct Region {
    pub base: u64,
    pub bytes: Vec<u8>,
    pub secret: Vec<u8>,
}

impl Region {
    pub fn new(base: u64, length: usize) -> Self {
        Self { base, bytes: vec![0; length], secret: vec![0; length] }
    }

    pub fn end(&self) -> u64 {
        self.base + self.bytes.len() as u64
    }
}

pub struct Memory {
    pub regions: [Region; 3],
}

impl Memory {
    /// Returns the region that contains `length` bytes at `address`, and the offset of `address` in the region.
    #[inline(always)]
    fn find(&self, address: u64, length: usize) -> Result<(usize, usize)> {
        for (number, region) in self.regions.iter().enumerate() {
            let offset = address.wrapping_sub(region.base) as usize;
            if offset < region.bytes.len() && region.bytes.len() - offset >= length {
                return Ok((number, offset));
            }
        }
        bail!("access to {length} bytes at {address:#x}, which are not mapped")
    }

    /// Returns the bytes at `address` and their shadow bytes.
    pub fn slices(&self, address: u64, length: usize) -> Result<(&[u8], &[u8])> {
        if length == 0 {
            return Ok((&[], &[]));
        }
        let (number, offset) = self.find(address, length)?;
        let region = &self.regions[number];
        Ok((&region.bytes[offset..offset + length], &region.secret[offset..offset + length]))
    }

    /// Returns the bytes at `address` and their shadow bytes for writing.
    pub fn slices_mut(&mut self, address: u64, length: usize) -> Result<(&mut [u8], &mut [u8])> {
        if length == 0 {
            return Ok((&mut [], &mut []));
        }
        let (number, offset) = self.find(address, length)?;
        let region = &mut self.regions[number];
        let range = offset..offset + length;
        Ok((&mut region.bytes[range.clone()], &mut region.secret[range]))
    }

    /// Reads an integer of up to 8 bytes.
    #[inline(always)]
    pub fn read(&self, address: u64, length: usize) -> Result<Word> {
        let (bytes, secret) = self.slices(address, length)?;
        Ok(Word::new(word::read(bytes), word::read(secret)))
    }

    /// Writes an integer of up to 8 bytes.
    #[inline(always)]
    pub fn write(&mut self, address: u64, length: usize, word: Word) -> Result<()> {
        let (bytes, secret) = self.slices_mut(address, length)?;
        word::write(bytes, word.bits);
        word::write(secret, word.secret);
        Ok(())
    }

    /// Writes bytes and marks them as public.
    pub fn store(&mut self, address: u64, data: &[u8]) -> Result<()> {
        let (bytes, secret) = self.slices_mut(address, data.len())?;
        bytes.copy_from_slice(data);
        secret.fill(0);
        Ok(())
    }
}
