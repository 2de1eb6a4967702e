//! Function names and source lines of the program's code.

use std::path::Path;

use addr2line::Loader;
use anyhow::{Result, anyhow};

use crate::process::IMAGE;

pub struct Symbols(Loader);

impl Symbols {
    pub fn new(path: &str) -> Result<Self> {
        let loader = Loader::new(Path::new(path));
        Ok(Self(loader.map_err(|error| anyhow!("cannot read symbols of {path}: {error}"))?))
    }

    /// Returns the source line and the function of an instruction. If the function is inlined, also returns the lines
    /// and functions of the code that it is inlined into, innermost first.
    pub fn frames(&self, ip: u64) -> Vec<(String, String)> {
        let mut places = Vec::new();
        let Ok(mut frames) = self.0.find_frames(ip.wrapping_sub(IMAGE)) else { return places };
        while let Ok(Some(frame)) = frames.next() {
            let name = frame.function.and_then(|name| Some(name.demangle().ok()?.into_owned()));
            let (file, line) = frame
                .location
                .map_or(("?", 0), |at| (at.file.unwrap_or("?"), at.line.unwrap_or(0)));
            let file = file.split_once("/crates/").map_or(file, |(_, path)| path);
            places.push((format!("{file}:{line}"), name.unwrap_or_default()));
        }
        places
    }

    /// Returns the source line and the function of an instruction. If the function is inlined, also names the function
    /// that contains the inlined code. If functions are inlined into each other, prefers a function of the library
    /// outside `platform`: it shows which algorithm uses the vector types.
    pub fn place(&self, ip: u64) -> String {
        let frames = self.frames(ip);
        let is_library = |(line, _): &&(String, String)| line.starts_with("astragal");
        let is_plain =
            |frame: &&(String, String)| is_library(frame) && !frame.0.contains("/platform/");
        let chosen = frames.iter().find(is_plain).or_else(|| frames.iter().find(is_library));
        match (chosen.or(frames.first()), frames.last()) {
            (Some((line, name)), Some((_, outer))) if name == outer => format!("{line} in {name}"),
            (Some((line, name)), Some((_, outer))) => {
                format!("{line} in {name}, inlined into {outer}")
            }
            _ => format!("{:#x}", ip.wrapping_sub(IMAGE)),
        }
    }
}
