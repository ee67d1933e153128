//! The sources of deployments, as responses stated them. All workers share them.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, LazyLock, Mutex, PoisonError, RwLock};
use std::time::{Duration, Instant};

const SHARDS: usize = 64;
/// A statement that is repeated is dated anew after this part of the time that it is believed.
const REFRESH: u32 = 16;

/// The uuid of a deployment.
pub type Key = [u8; 16];

/// All knowledge of the process, by the name of the filter. It outlives the configurations.
static ALL: LazyLock<Mutex<HashMap<String, Arc<Learned>>>> = LazyLock::new(Mutex::default);

/// Return the knowledge that filters of a name share. It begins anew if it is to be kept otherwise.
pub fn shared(name: &str, sources: Vec<String>, most: usize, age: Duration) -> Arc<Learned> {
    let mut all = ALL.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = all.get(name)
        && (&known.sources, known.most, known.age) == (&sources, most, age)
    {
        return known.clone();
    }
    let made = Arc::new(Learned {
        sources,
        most,
        age,
        shards: (0..SHARDS).map(|_| RwLock::default()).collect(),
    });
    all.insert(name.to_string(), made.clone());
    made
}

/// Return the uuid of a key, in lower case.
pub fn identity(key: &Key) -> String {
    let mut text = String::with_capacity(36);
    for (number, byte) in key.iter().enumerate() {
        if matches!(number, 4 | 6 | 8 | 10) {
            text.push('-');
        }
        text.push_str(&format!("{byte:02x}"));
    }
    text
}

/// The sources of at most so many deployments, each believed for some time.
///
/// If two statements differ, neither is believed, nor is a response to a request that was passed on before.
#[derive(Debug)]
pub struct Learned {
    sources: Vec<String>,
    most: usize,
    age: Duration,
    shards: Vec<RwLock<Shard>>,
}

#[derive(Debug, Default)]
struct Shard {
    known: HashMap<Key, Statement>,
    /// The keys of `known`, the oldest first.
    order: VecDeque<Key>,
}

#[derive(Clone, Copy, Debug)]
struct Statement {
    /// The number of the source; None if it proved to be wrong.
    source: Option<u16>,
    at: Instant,
}

impl Learned {
    /// Return the number of the source of a deployment.
    pub fn find(&self, key: &Key) -> Option<usize> {
        let statement = self.statement(key)?;
        let is_believed = statement.at.elapsed() < self.age;
        statement.source.filter(|_| is_believed).map(usize::from)
    }

    /// Learn a source that a response states. Return false if it contradicts what is known.
    ///
    /// `since`: the service may have read it as early as that.
    pub fn learn(&self, key: &Key, source: usize, since: Instant, now: Instant) -> bool {
        let Ok(number) = u16::try_from(source) else { return true };
        let known =
            self.statement(key).filter(|known| now.saturating_duration_since(known.at) < self.age);
        match known {
            Some(Statement { source: None, at }) if since <= at => true,
            Some(Statement { source: Some(known), at }) if known == number => {
                if since.saturating_duration_since(at) > self.age / REFRESH {
                    self.keep(key, Statement { source: Some(number), at: since });
                }
                true
            }
            Some(Statement { source: Some(_), .. }) => {
                self.discard(key);
                false
            }
            _ => {
                self.keep(key, Statement { source: Some(number), at: since });
                true
            }
        }
    }

    /// Drop what is known of a deployment: it has proved to be wrong.
    pub fn discard(&self, key: &Key) {
        self.keep(key, Statement { source: None, at: Instant::now() });
    }

    fn statement(&self, key: &Key) -> Option<Statement> {
        let shard = self.shard(key).read().unwrap_or_else(PoisonError::into_inner);
        shard.known.get(key).copied()
    }

    fn keep(&self, key: &Key, statement: Statement) {
        let mut shard = self.shard(key).write().unwrap_or_else(PoisonError::into_inner);
        if shard.known.insert(*key, statement).is_some() {
            return;
        }
        shard.order.push_back(*key);
        if shard.order.len() > self.most.div_ceil(SHARDS)
            && let Some(oldest) = shard.order.pop_front()
        {
            shard.known.remove(&oldest);
        }
    }

    fn shard(&self, key: &Key) -> &RwLock<Shard> {
        let mixed = key.iter().fold(0_usize, |sum, byte| sum.wrapping_mul(31) ^ usize::from(*byte));
        &self.shards[mixed % SHARDS]
    }
}
