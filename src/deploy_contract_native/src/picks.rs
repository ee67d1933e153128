//! Places in a document, of which a part of its value is made.
#![forbid(unsafe_code)]

use crate::names::Names;

/// The token that stands for every item of an array and every member of an object.
const EVERY: &str = "*";

/// Places, as a tree of their tokens. Step 0 is the document.
#[derive(Debug)]
pub struct Picks {
    steps: Vec<Step>,
}

/// The places that begin with the same tokens.
#[derive(Debug, Default)]
pub struct Step {
    /// True if a place ends here: the whole value is wanted.
    pub whole: bool,
    /// The step of every item and member.
    pub every: Option<usize>,
    members: Vec<Member>,
}

#[derive(Debug)]
struct Member {
    key: Box<[u8]>,
    /// The declared name that equals the key.
    name: Option<u16>,
    step: usize,
}

impl Picks {
    /// Make the tree of some places, each a list of tokens.
    pub fn new(places: &[Vec<String>], names: &Names) -> Picks {
        let mut picks = Picks { steps: vec![Step::default()] };
        for place in places {
            let mut step = 0;
            for token in place {
                step = picks.below(step, token, names);
            }
            picks.steps[step].whole = true;
        }
        picks
    }

    pub fn step(&self, number: usize) -> &Step {
        &self.steps[number]
    }

    /// Return the step of a token below a step, made if there is none.
    fn below(&mut self, step: usize, token: &str, names: &Names) -> usize {
        let made = self.steps.len();
        let found = &mut self.steps[step];
        if token == EVERY {
            if let Some(every) = found.every {
                return every;
            }
            found.every = Some(made);
        } else {
            let key = token.as_bytes();
            if let Some(member) = found.members.iter().find(|member| *member.key == *key) {
                return member.step;
            }
            found.members.push(Member { key: key.into(), name: names.find(key), step: made });
        }
        self.steps.push(Step::default());
        made
    }
}

impl Step {
    /// Return the step of a member with a declared name.
    pub fn of_name(&self, name: u16) -> Option<usize> {
        let found = self.members.iter().find(|member| member.name == Some(name));
        found.map(|member| member.step).or(self.every)
    }

    /// Return the step of a member with another key.
    pub fn of_key(&self, key: &[u8]) -> Option<usize> {
        let found = self.members.iter().find(|member| *member.key == *key);
        found.map(|member| member.step).or(self.every)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_that_begin_alike_share_their_steps() {
        let names = Names::new(vec![b"a".as_slice().into(), b"b".as_slice().into()]);
        let places = [vec!["a", "*", "b"], vec!["a", "*", "z"], vec!["z"]];
        let places: Vec<Vec<String>> = places
            .iter()
            .map(|place| place.iter().map(|token| (*token).to_string()).collect())
            .collect();
        let picks = Picks::new(&places, &names);
        let list = picks.step(picks.step(0).of_name(0).unwrap());
        let item = picks.step(list.every.unwrap());
        assert!(!list.whole && !item.whole);
        assert!(picks.step(item.of_name(1).unwrap()).whole);
        assert!(picks.step(item.of_key(b"z").unwrap()).whole);
        assert_eq!(list.of_name(1), list.every);
        assert_eq!((item.of_name(0), item.of_key(b"y")), (None, None));
        assert!(picks.step(picks.step(0).of_key(b"z").unwrap()).whole);
    }
}
