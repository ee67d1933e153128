//! Worlds: the possible stored deployments, as far as rules tell them apart.
//!
//! A world is a source. A set of worlds is a mask with a bit for each.

use std::collections::BTreeSet;

use crate::contract::{Contract, Fault, Kind, Mode, Source};
use crate::outcome::Needs;

pub type Mask = u64;
pub const ALL: Mask = Mask::MAX;

/// The worlds of a kind of document.
#[derive(Debug)]
pub struct Worlds {
    /// The sources of the contract. Each is a world, unless documents carry their source.
    sources: Vec<Source>,
    /// True if the hosting of all deployments is known.
    is_hosted: bool,
    /// True if documents have no source, but rules depend on the hosting. The sources then represent
    /// the hostings.
    stand_for_hostings: bool,
    /// True if the sources are worlds; else there is one world of no source.
    pub are_sources: bool,
    /// The worlds that remain if the source is unknown.
    admitted: Mask,
}

impl Worlds {
    pub fn new(contract: &Contract, kind: &Kind) -> Result<Worlds, Fault> {
        if contract.sources.len() > Mask::BITS as usize {
            return Err(Fault::new("there are too many sources"));
        }
        let depends_on_hosting = contract.rules.iter().any(|rule| {
            let is_active = rule.mode != Mode::Off && rule.on.contains(&kind.name);
            is_active && rule.parameters.get("hosting").is_some()
        });
        let has_none = !kind.in_context && kind.own_source.is_none();
        let stand_for_hostings = has_none && contract.hosting.is_none() && depends_on_hosting;
        let mut worlds = Worlds {
            sources: contract.sources.clone(),
            is_hosted: contract.hosting.is_some(),
            stand_for_hostings,
            are_sources: kind.in_context || stand_for_hostings,
            admitted: 0,
        };
        let hosting = contract.hosting.as_ref();
        worlds.admitted = worlds.mask(|source| {
            let both = source.zip(hosting);
            both.is_none_or(|(source, hosting)| source.hostings.contains(hosting))
        });
        Ok(worlds)
    }

    /// Return the mask of the worlds whose source satisfies `holds`, which gets None for no source.
    pub fn mask(&self, holds: impl Fn(Option<&Source>) -> bool) -> Mask {
        if !self.are_sources {
            return Mask::from(holds(None));
        }
        let bits = self.sources.iter().enumerate().filter(|(_, source)| holds(Some(source)));
        bits.fold(0, |mask, (bit, _)| mask | 1 << bit)
    }

    /// Return the mask of the possible worlds by a source, which is None if it is unknown.
    pub fn possible(&self, source: Option<usize>) -> Mask {
        match source {
            Some(number) if self.are_sources && !self.stand_for_hostings => 1 << number,
            _ => self.admitted,
        }
    }

    /// Return the numbers of the sources of some worlds. The list is empty without sources.
    pub fn sources(&self, mask: Mask) -> Vec<usize> {
        if self.stand_for_hostings || !self.are_sources {
            return Vec::new();
        }
        bits(mask).map(|world| world.trailing_zeros() as usize).collect()
    }

    pub fn source(&self, world: Mask) -> Option<&str> {
        let source = self.sources.get(world.trailing_zeros() as usize)?;
        self.are_sources.then_some(source.name.as_str())
    }

    /// Return the facts that would settle a verdict.
    ///
    /// In the worlds `denied`, an enforced rule is broken. In the worlds `open`, stored values decide.
    /// Both are parts of `possible`, and have no world in common.
    pub fn needs(&self, possible: Mask, denied: Mask, open: Mask) -> Needs {
        if self.stand_for_hostings {
            return vec!["hosting"];
        }
        let source = open != possible;
        let hosting = source && !self.is_hosted && self.hosting_settles(possible, denied);
        let all = [(source, "source"), (hosting, "hosting"), (open != 0, "deployment")];
        all.into_iter().filter(|(is_needed, _)| *is_needed).map(|(_, name)| name).collect()
    }

    /// Return true if the possible worlds have several hostings, and each settles the verdict.
    fn hosting_settles(&self, possible: Mask, denied: Mask) -> bool {
        let hostings = |mask| -> BTreeSet<&String> {
            let sources = bits(mask).map(|world| &self.sources[world.trailing_zeros() as usize]);
            sources.flat_map(|source| &source.hostings).collect()
        };
        let (refusing, others) = (hostings(denied), hostings(possible & !denied));
        refusing.is_disjoint(&others) && refusing.len() + others.len() > 1
    }
}

/// Return the masks of the single worlds of a mask.
pub fn bits(mut mask: Mask) -> impl Iterator<Item = Mask> {
    std::iter::from_fn(move || {
        let bit = mask & mask.wrapping_neg();
        mask ^= bit;
        (bit != 0).then_some(bit)
    })
}
