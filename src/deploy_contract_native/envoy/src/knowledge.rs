//! The sources of deployments, as responses stated them. All workers share them.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The uuid of a deployment.
pub type Key = [u8; 16];

/// All knowledge of the process, by the name of the filter. It outlives the configurations.
static ALL: LazyLock<Mutex<HashMap<String, Arc<Learned>>>> = LazyLock::new(Mutex::default);

/// Return the knowledge that filters of a name share. If sources or limits differ, it begins anew.
pub fn shared(name: &str, sources: Vec<String>, limit: usize, age: Duration) -> Arc<Learned> {
    let mut all = ALL.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = all.get(name)
        && (&known.sources, known.limit, known.age) == (&sources, limit, age)
    {
        return known.clone();
    }
    let made = Arc::new(Learned { sources, limit, age, known: Mutex::default() });
    all.insert(name.to_string(), made.clone());
    made
}

/// Return the uuid of a key, in lower case.
pub fn identity(key: &Key) -> String {
    let digits = format!("{:032x}", u128::from_be_bytes(*key));
    [&digits[..8], &digits[8..12], &digits[12..16], &digits[16..20], &digits[20..]].join("-")
}

/// The sources of at most `limit` deployments, each used until it has the age `age`.
///
/// If two statements differ, neither is used. Responses to requests that were passed on before are
/// then ignored, too.
#[derive(Debug)]
pub struct Learned {
    sources: Vec<String>,
    limit: usize,
    age: Duration,
    known: Mutex<Known>,
}

#[derive(Debug, Default)]
struct Known {
    statements: HashMap<Key, Statement>,
    /// The keys of `statements`, in the order in which they were first kept.
    order: VecDeque<Key>,
}

#[derive(Clone, Copy, Debug)]
struct Statement {
    /// The number of the source; None if it proved to be wrong.
    source: Option<usize>,
    at: Instant,
}

impl Learned {
    /// Return the number of the source of a deployment.
    pub fn find(&self, key: &Key) -> Option<usize> {
        let statement = self.known().statements.get(key).copied()?;
        statement.source.filter(|_| statement.at.elapsed() < self.age)
    }

    /// Learn the sources that a response states. Return the number of contradictions.
    ///
    /// `since`: the earliest time at which the service may have read them.
    pub fn learn(&self, stated: &[(Key, usize)], since: Instant) -> usize {
        let now = Instant::now();
        let mut known = self.known();
        let mut contradictions = 0;
        for (key, source) in stated {
            let new = Statement { source: Some(*source), at: since };
            match known.statements.get_mut(key) {
                Some(old) if now.saturating_duration_since(old.at) < self.age => {
                    if old.source.is_some_and(|known| known != *source) {
                        *old = Statement { source: None, at: now };
                        contradictions += 1;
                    } else if since > old.at {
                        *old = new;
                    }
                }
                _ => known.keep(key, new, self.limit),
            }
        }
        contradictions
    }

    /// Drop the source of a deployment, because it proved to be wrong.
    pub fn discard(&self, key: &Key) {
        self.known().keep(key, Statement { source: None, at: Instant::now() }, self.limit);
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Known {
    fn keep(&mut self, key: &Key, statement: Statement, limit: usize) {
        if self.statements.insert(*key, statement).is_some() {
            return;
        }
        self.order.push_back(*key);
        if self.order.len() > limit
            && let Some(oldest) = self.order.pop_front()
        {
            self.statements.remove(&oldest);
        }
    }
}
