//! One component: made from a module, looked at, written.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use wit_component::{ComponentEncoder, DecodedWasm, OutputToString, WitPrinter, decode};

/// The imports our own guests may have: the one grant there is, and the names of the contract's types.
const IMPORTS: [&str; 2] = ["shellward:policy/log@", "shellward:policy/types@"];

/// The bytes of a component, and where they came from.
#[derive(Debug)]
pub(crate) struct Component {
    origin: PathBuf,
    bytes: Vec<u8>,
}

impl Component {
    /// Makes a component of a core module.
    ///
    /// # Errors
    ///
    /// If the module can't be read or is not one that fulfils a world.
    pub(crate) fn from_module(module: &Path) -> Result<Self> {
        let core = fs::read(module).with_context(|| format!("reading {}", module.display()))?;
        let bytes = ComponentEncoder::default()
            .validate(true)
            .module(&core)
            .and_then(ComponentEncoder::encode)
            .with_context(|| format!("making a component of {}", module.display()))?;
        Ok(Self {
            origin: module.to_path_buf(),
            bytes,
        })
    }

    /// Reads a component.
    ///
    /// # Errors
    ///
    /// If the file can't be read.
    pub(crate) fn read(file: &Path) -> Result<Self> {
        let bytes = fs::read(file).with_context(|| format!("reading {}", file.display()))?;
        Ok(Self {
            origin: file.to_path_buf(),
            bytes,
        })
    }

    /// Returns its bytes.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Writes it.
    ///
    /// # Errors
    ///
    /// If it can't be written.
    pub(crate) fn write(&self, file: &Path) -> Result<()> {
        if let Some(folder) = file.parent() {
            fs::create_dir_all(folder).with_context(|| format!("creating {}", folder.display()))?;
        }
        fs::write(file, &self.bytes).with_context(|| format!("writing {}", file.display()))
    }

    /// Returns its imports, exports and their types as WIT text.
    ///
    /// # Errors
    ///
    /// If it is not a component.
    pub(crate) fn shape(&self) -> Result<String> {
        let decoded = self.decoded()?;
        let resolve = decoded.resolve();
        let others: Vec<_> = resolve
            .packages
            .iter()
            .map(|(id, _)| id)
            .filter(|&id| id != decoded.package())
            .collect();
        let mut printer = WitPrinter::new(OutputToString::default());
        printer
            .emit_docs(false)
            .print(resolve, decoded.package(), &others)?;
        Ok(printer.output.to_string())
    }

    /// Checks that it needs nothing but what our own guests may be granted.
    ///
    /// # Errors
    ///
    /// Names the import that is not among them.
    pub(crate) fn check_imports(&self) -> Result<()> {
        let decoded = self.decoded()?;
        let DecodedWasm::Component(resolve, world) = &decoded else {
            bail!("{} is not a component", self.origin.display());
        };
        for key in resolve.worlds[*world].imports.keys() {
            let name = resolve.name_world_key(key);
            if !IMPORTS.iter().any(|import| name.starts_with(import)) {
                bail!(
                    "{} imports {name}, which no guest may",
                    self.origin.display()
                );
            }
        }
        Ok(())
    }

    /// Checks that no path of this machine stands in it.
    ///
    /// # Errors
    ///
    /// Names the path that does.
    pub(crate) fn check_paths(&self, folders: &[&Path]) -> Result<()> {
        let home = std::env::home_dir();
        for folder in folders.iter().copied().chain(home.as_deref()) {
            let text = format!("{}/", folder.display());
            if self
                .bytes
                .windows(text.len())
                .any(|window| window == text.as_bytes())
            {
                bail!(
                    "{} mentions {text}, a path of this machine",
                    self.origin.display()
                );
            }
        }
        Ok(())
    }

    fn decoded(&self) -> Result<DecodedWasm> {
        decode(&self.bytes).with_context(|| format!("looking at {}", self.origin.display()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn component(bytes: &[u8]) -> Component {
        Component {
            origin: PathBuf::from("test.wasm"),
            bytes: bytes.to_vec(),
        }
    }

    #[test]
    fn a_path_of_this_machine_is_found_anywhere() {
        let built = component(b"....panicked at /somewhere/checkout/src/lib.rs....");
        assert!(
            built
                .check_paths(&[Path::new("/somewhere/checkout")])
                .is_err()
        );
        assert!(built.check_paths(&[Path::new("/somewhere/check")]).is_ok());
        assert!(
            component(b"/somewhere")
                .check_paths(&[Path::new("/somewhere")])
                .is_ok()
        );
    }

    #[test]
    fn what_is_no_component_has_no_shape() {
        let error = component(b"text").shape().expect_err("no component");
        assert!(format!("{error:#}").contains("test.wasm"));
    }
}
