//! The core of a contract: its kinds of document, its sources and its operations, ready to judge.

use crate::contract::{Contract, Fault};
use crate::judge::Judge;
use crate::learn;
use crate::messages::{Exchanges, Operations};

/// The judge of a contract, made from the effective contract alone.
#[derive(Debug)]
pub struct Core {
    pub contract: Contract,
    pub operations: Operations,
    /// The kinds of document, by the numbers of `Contract::kinds`.
    pub kinds: Vec<Kind>,
}

/// All that judges one kind of document.
#[derive(Debug)]
pub struct Kind {
    pub judge: Judge,
    pub exchanges: Exchanges,
    pub learned: Vec<learn::Fields>,
}

impl Core {
    /// Read an effective contract. Schemas nest, so this needs a stack of some megabytes.
    pub fn read(contract: &[u8]) -> Result<Core, Fault> {
        let contract = Contract::read(contract)?;
        let operations = Operations::read(&contract)?;
        let mut kinds = Vec::new();
        for kind in &contract.kinds {
            let made = Judge::new(&contract, kind, |compiler| {
                let exchanges = Exchanges::read(&contract, kind, &operations, compiler)?;
                let learned = learn::Fields::of_kind(&contract, kind, compiler)?;
                Ok((exchanges, learned))
            });
            let (judge, (exchanges, learned)) = made.map_err(|fault| fault.within(&kind.name))?;
            kinds.push(Kind { judge, exchanges, learned });
        }
        Ok(Core { contract, operations, kinds })
    }
}
