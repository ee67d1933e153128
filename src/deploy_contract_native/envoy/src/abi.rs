//! The binary interface of Envoy's dynamic modules, as far as a filter of HTTP needs it, by hand.
//!
//! All unsafe code of the crate is here. The declarations are those of `abi.h` of Envoy 1.38 to
//! 1.40. Texts that Envoy hands over are valid until the hook returns, and Envoy copies those that
//! it gets.
//!
//! Envoy may call a hook of a filter while it does what another hook of it asked for, such as a
//! local reply. So a hook first works with the filter, which is borrowed for so long, and then asks
//! Envoy for one thing, and returns.
#![allow(unsafe_code)]

use std::ffi::{c_char, c_void};
use std::sync::Arc;

use deploy_contract_core::guard::{fenced, hide_texts};

use crate::config::{Config, PerRoute};
use crate::filter::{Answer, Filter, Step};
use crate::lookup::Call;

/// The version of the interface. Envoy logs a warning if it has another one, and goes on.
const VERSION: &[u8] = b"v0.2.0\0";

type Pointer = *mut c_void;
type Module = *const c_void;

/// A text of Envoy or of this module.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Text {
    start: *const u8,
    size: usize,
}

#[repr(C)]
#[derive(Clone, Copy)]
struct Pair {
    name: Text,
    value: Text,
}

/// A message of a stream, by Envoy's number of its headers and of the body that it received.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Side {
    Request = 0,
    Response = 2,
}

#[derive(Clone, Copy)]
pub enum Level {
    Info = 2,
    Error = 4,
}

/// The answers of hooks. Envoy numbers those of headers, bodies and trailers apart.
const CONTINUE: u32 = 0;
const STOP: u32 = 1; // of a body: it is kept by Envoy
const STOP_AND_DROP: u32 = 3; // of a body

/// Declare functions of Envoy, by their names without the prefix.
macro_rules! callbacks {
    ($(fn $name:ident($($argument:ident: $kind:ty),*) $(-> $returned:ty)?;)*) => {
        unsafe extern "C" {$(
            #[link_name = concat!("envoy_dynamic_module_callback_", stringify!($name))]
            fn $name($($argument: $kind),*) $(-> $returned)?;
        )*}
    };
}

callbacks! {
    fn log(level: u32, text: Text);
    fn http_filter_config_define_counter(
        config: Pointer, name: Text, labels: *const Text, count: usize, number: *mut usize
    ) -> u32;
    fn http_filter_increment_counter(
        filter: Pointer, number: usize, labels: *const Text, count: usize, value: u64
    ) -> u32;
    fn http_get_headers_size(filter: Pointer, kind: u32) -> usize;
    fn http_get_headers(filter: Pointer, kind: u32, headers: *mut Pair) -> bool;
    fn http_get_body_chunks_size(filter: Pointer, kind: u32) -> usize;
    fn http_get_body_chunks(filter: Pointer, kind: u32, chunks: *mut Text) -> bool;
    fn http_get_buffer_limit(filter: Pointer) -> u64;
    fn http_set_buffer_limit(filter: Pointer, limit: u64);
    fn http_send_response(
        filter: Pointer, status: u32, headers: *const Pair, count: usize, body: Text, details: Text
    );
    fn http_set_dynamic_metadata_string(filter: Pointer, space: Text, key: Text, value: Text);
    fn http_filter_continue_decoding(filter: Pointer);
    fn http_filter_http_callout(
        filter: Pointer, number: *mut u64, cluster: Text, headers: *const Pair, count: usize,
        body: Text, milliseconds: u64
    ) -> u32;
    fn http_filter_scheduler_new(filter: Pointer) -> Pointer;
    fn http_filter_scheduler_commit(scheduler: Pointer, event: u64);
    fn http_filter_scheduler_delete(scheduler: Pointer);
    fn get_most_specific_route_config(filter: Pointer) -> Module;
}

impl Text {
    const EMPTY: Text = Text { start: std::ptr::null(), size: 0 };

    fn of(text: &(impl AsRef<[u8]> + ?Sized)) -> Text {
        let bytes = text.as_ref();
        Text { start: bytes.as_ptr(), size: bytes.len() }
    }

    /// # Safety
    /// The text is valid for `'a`.
    unsafe fn bytes<'a>(self) -> &'a [u8] {
        if self.start.is_null() || self.size == 0 {
            return &[];
        }
        // SAFETY: the caller says so
        unsafe { std::slice::from_raw_parts(self.start, self.size) }
    }
}

impl Pair {
    const EMPTY: Pair = Pair { name: Text::EMPTY, value: Text::EMPTY };

    fn of(name: &impl AsRef<[u8]>, value: &impl AsRef<[u8]>) -> Pair {
        Pair { name: Text::of(name), value: Text::of(value) }
    }

    /// # Safety
    /// The texts are valid for `'a`.
    unsafe fn bytes<'a>(self) -> (&'a [u8], &'a [u8]) {
        // SAFETY: the caller says so
        unsafe { (self.name.bytes(), self.value.bytes()) }
    }
}

/// Return so many values that Envoy writes; none if it does not.
fn written<Value: Copy>(
    count: usize,
    empty: Value,
    write: impl FnOnce(*mut Value) -> bool,
) -> Vec<Value> {
    let mut values = vec![empty; count];
    if count == 0 || !write(values.as_mut_ptr()) {
        return Vec::new();
    }
    values
}

/// Write a line to the log of Envoy.
pub fn write_log(level: Level, text: &str) {
    let line = format!("deploy_contract: {text}");
    // SAFETY: the text is valid
    unsafe { log(level as u32, Text::of(&line)) }
}

/// A counter of Envoy, with the labels that it was made with.
#[derive(Clone, Copy)]
pub struct Counter(usize);

/// The configuration of the filter in Envoy, while it is made.
pub struct Setup(Pointer);

impl Setup {
    /// Return a new counter; None if Envoy has no place for it.
    pub fn counter(&self, name: &str, labels: &[&str]) -> Option<Counter> {
        let labels: Vec<Text> = labels.iter().map(Text::of).collect();
        let (start, count) = (labels.as_ptr(), labels.len());
        let mut number = 0;
        // SAFETY: the texts are valid
        let result = unsafe {
            http_filter_config_define_counter(self.0, Text::of(name), start, count, &raw mut number)
        };
        (result == 0).then_some(Counter(number))
    }
}

/// A stream of HTTP in Envoy, for as long as a hook runs.
pub struct Stream(Pointer);

impl Stream {
    pub fn count(&self, counter: Option<Counter>, labels: &[&str]) {
        let Some(Counter(number)) = counter else { return };
        let labels: Vec<Text> = labels.iter().map(Text::of).collect();
        // SAFETY: the texts are valid
        unsafe { http_filter_increment_counter(self.0, number, labels.as_ptr(), labels.len(), 1) };
    }

    /// Set the value of a key in the dynamic metadata of the module.
    pub fn mark(&self, key: &str, value: &str) {
        let space = Text::of("deploy_contract");
        // SAFETY: the texts are valid
        unsafe { http_set_dynamic_metadata_string(self.0, space, Text::of(key), Text::of(value)) }
    }

    /// Return the headers of a message, `:path` and its like included.
    pub fn headers(&self, side: Side) -> Vec<(&[u8], &[u8])> {
        let kind = side as u32;
        // SAFETY: there is room for as many pairs as Envoy says, and its texts outlive the hook
        unsafe {
            let count = http_get_headers_size(self.0, kind);
            let pairs = written(count, Pair::EMPTY, |at| http_get_headers(self.0, kind, at));
            pairs.into_iter().map(|pair| pair.bytes()).collect()
        }
    }

    /// Return the parts of the body that just came. All parts of a body come in turn, also if
    /// another filter kept them, and before the trailers.
    pub fn received(&self, side: Side) -> Vec<&[u8]> {
        let kind = side as u32;
        // SAFETY: there is room for as many texts as Envoy says, and they outlive the hook
        unsafe {
            let count = http_get_body_chunks_size(self.0, kind);
            let texts = written(count, Text::EMPTY, |at| http_get_body_chunks(self.0, kind, at));
            texts.into_iter().map(|text| text.bytes()).collect()
        }
    }

    /// Let Envoy keep bodies of at least so many bytes.
    pub fn keep_bodies(&self, bytes: usize) {
        let wanted = bytes as u64;
        // SAFETY: as Envoy asks for
        unsafe {
            if http_get_buffer_limit(self.0) < wanted {
                http_set_buffer_limit(self.0, wanted);
            }
        }
    }

    /// Return the settings of the route, if it has some.
    pub fn route(&self) -> Option<&PerRoute> {
        // SAFETY: Envoy keeps what `per_route_config_new` made while the route lives
        unsafe { get_most_specific_route_config(self.0).cast::<PerRoute>().as_ref() }
    }

    /// Return what wakes the stream up, from any thread.
    pub fn waker(&self) -> Waker {
        // SAFETY: as Envoy asks for
        Waker(unsafe { http_filter_scheduler_new(self.0) })
    }

    /// Answer the client, in place of the service.
    fn send(&self, answer: &Answer) {
        let pairs: Vec<Pair> = answer.headers.iter().map(|(a, b)| Pair::of(a, b)).collect();
        let (start, count) = (pairs.as_ptr(), pairs.len());
        let (body, details) = (Text::of(&answer.body), Text::of("deploy_contract"));
        // SAFETY: the texts are valid
        unsafe { http_send_response(self.0, answer.status.into(), start, count, body, details) }
    }

    /// Ask a cluster. Return false if Envoy cannot do so.
    fn ask(&self, call: &Call) -> bool {
        let pairs: Vec<Pair> = call.headers.iter().map(|(a, b)| Pair::of(a, b)).collect();
        let (cluster, start, count) = (Text::of(&call.cluster), pairs.as_ptr(), pairs.len());
        let mut number = 0;
        // SAFETY: the texts are valid
        let result = unsafe {
            http_filter_http_callout(
                self.0,
                &raw mut number,
                cluster,
                start,
                count,
                Text::EMPTY,
                call.milliseconds,
            )
        };
        result == 0
    }
}

/// Wakes a stream up that waits. If the stream is gone, nothing happens.
pub struct Waker(Pointer);

// SAFETY: Envoy says that any thread may use a scheduler
unsafe impl Send for Waker {}

impl Waker {
    pub fn wake(&self) {
        // SAFETY: it is not deleted
        unsafe { http_filter_scheduler_commit(self.0, 0) }
    }
}

impl Drop for Waker {
    fn drop(&mut self) {
        // SAFETY: it is deleted once
        unsafe { http_filter_scheduler_delete(self.0) }
    }
}

// -- what hooks do

/// Return what was made, or null with a line in the log.
fn handed_over<Made>(made: Result<Box<Made>, String>) -> Module {
    match made {
        Ok(made) => Box::into_raw(made).cast_const().cast(),
        Err(fault) => {
            write_log(Level::Error, &fault);
            std::ptr::null()
        }
    }
}

/// Let a filter work; return what it asks for. The borrow of the filter ends here.
fn step(module: Module, work: impl FnOnce(&mut Filter) -> Step) -> Step {
    // SAFETY: `filter_new` made it. Envoy runs the hooks of a stream on one thread, and none while
    // another one borrows the filter
    let filter = || unsafe { &mut *module.cast::<Filter>().cast_mut() };
    fenced(|| Some(work(filter()))).unwrap_or_else(|| filter().failed())
}

/// Let a filter look at a part of a message, or go on. Return the answer to Envoy: `drop` if the
/// message is answered here.
fn look(
    stream: Pointer,
    module: Module,
    drop: u32,
    work: impl FnOnce(&mut Filter, &Stream) -> Step,
) -> u32 {
    let stream = Stream(stream);
    let mut asked = step(module, |filter| work(filter, &stream));
    if let Step::Ask(call) = &asked
        && !stream.ask(call)
    {
        asked = step(module, |filter| filter.told(&stream, &[], &[]));
    }
    match asked {
        Step::Continue => CONTINUE,
        Step::Wait | Step::Ask(_) => STOP,
        Step::Answer(answer) => {
            stream.send(&answer);
            drop
        }
    }
}

/// Let a filter go on whose request has waited.
fn go_on(stream: Pointer, module: Module, work: impl FnOnce(&mut Filter, &Stream) -> Step) {
    if look(stream, module, STOP, work) == CONTINUE {
        // SAFETY: as Envoy asks for
        unsafe { http_filter_continue_decoding(stream) }
    }
}

/// Define hooks, by their names without the prefix. No panic leaves one: it would end Envoy.
/// `else`: the value that is returned in its place.
macro_rules! hooks {
    ($(fn $name:ident($($argument:ident: $kind:ty),*) $(-> $returned:ty)?
        $work:block else $otherwise:expr;)*) => {$(
        #[unsafe(export_name = concat!("envoy_dynamic_module_on_", stringify!($name)))]
        extern "C" fn $name($($argument: $kind),*) $(-> $returned)? {
            fenced(move || Some($work)).unwrap_or($otherwise)
        }
    )*};
}

hooks! {
    fn program_init() -> *const c_char {
        hide_texts();
        VERSION.as_ptr().cast()
    } else std::ptr::null();

    fn http_filter_config_new(config: Pointer, name: Text, text: Text) -> Module {
        // SAFETY: the texts outlive the hook
        let (name, text) = unsafe { (name.bytes(), text.bytes()) };
        let made = Config::read(&Setup(config), &String::from_utf8_lossy(name), text);
        handed_over(made.map(|made| Box::new(Arc::new(made))).map_err(|fault| fault.0))
    } else std::ptr::null();

    fn http_filter_config_destroy(config: Module) {
        // SAFETY: made by `config_new`, and destroyed once
        drop(unsafe { Box::from_raw(config.cast::<Arc<Config>>().cast_mut()) });
    } else ();

    fn http_filter_per_route_config_new(_name: Text, text: Text) -> Module {
        // SAFETY: the text outlives the hook
        handed_over(PerRoute::read(unsafe { text.bytes() }).map(Box::new).map_err(|fault| fault.0))
    } else std::ptr::null();

    fn http_filter_per_route_config_destroy(config: Module) {
        // SAFETY: made by `per_route_config_new`, and destroyed once
        drop(unsafe { Box::from_raw(config.cast::<PerRoute>().cast_mut()) });
    } else ();

    fn http_filter_new(config: Module, _stream: Pointer) -> Module {
        // SAFETY: made by `config_new`, and not destroyed
        let config = unsafe { &*config.cast::<Arc<Config>>() };
        handed_over(Ok(Box::new(Filter::new(config.clone()))))
    } else std::ptr::null();

    fn http_filter_destroy(module: Module) {
        // SAFETY: made by `filter_new`, and destroyed once
        drop(unsafe { Box::from_raw(module.cast::<Filter>().cast_mut()) });
    } else ();

    fn http_filter_request_headers(stream: Pointer, module: Module, end: bool) -> u32 {
        look(stream, module, STOP, |filter, stream| filter.request_headers(stream, end))
    } else STOP;

    fn http_filter_request_body(stream: Pointer, module: Module, end: bool) -> u32 {
        look(stream, module, STOP_AND_DROP, |filter, stream| filter.request_body(stream, end))
    } else STOP;

    fn http_filter_request_trailers(stream: Pointer, module: Module) -> u32 {
        look(stream, module, STOP, |filter, stream| filter.request_body(stream, true))
    } else STOP;

    fn http_filter_response_headers(stream: Pointer, module: Module, end: bool) -> u32 {
        look(stream, module, STOP, |filter, stream| filter.response_headers(stream, end))
    } else STOP;

    fn http_filter_response_body(stream: Pointer, module: Module, end: bool) -> u32 {
        look(stream, module, STOP_AND_DROP, |filter, stream| filter.response_body(stream, end))
    } else STOP;

    fn http_filter_response_trailers(stream: Pointer, module: Module) -> u32 {
        look(stream, module, STOP, |filter, stream| filter.response_body(stream, true))
    } else STOP;

    fn http_filter_local_reply(
        stream: Pointer, module: Module, _status: u32, _details: Text, _is_reset: bool
    ) -> u32 {
        look(stream, module, STOP, |filter, _| filter.local_reply())
    } else CONTINUE;

    fn http_filter_http_callout_done(
        stream: Pointer, module: Module, _number: u64, result: u32,
        headers: *const Pair, count: usize, parts: *const Text, part_count: usize
    ) {
        let is_whole = result == 0 && !headers.is_null();
        let part_count = if parts.is_null() { 0 } else { part_count };
        let (mut pairs, mut texts) = (Vec::new(), Vec::new());
        if is_whole {
            // SAFETY: Envoy says how many there are, and they outlive the hook
            unsafe {
                pairs.extend((0..count).map(|number| (*headers.add(number)).bytes()));
                texts.extend((0..part_count).map(|number| (*parts.add(number)).bytes()));
            }
        }
        go_on(stream, module, |filter, stream| filter.told(stream, &pairs, &texts));
    } else ();

    fn http_filter_scheduled(stream: Pointer, module: Module, _event: u64) {
        go_on(stream, module, Filter::woken);
    } else ();
}

/// Define hooks that Envoy asks of each module, and that this one does not use. They read no
/// argument.
macro_rules! unused_hooks {
    ($($name:ident)*) => {$(
        #[unsafe(export_name = concat!("envoy_dynamic_module_on_http_filter_", stringify!($name)))]
        extern "C" fn $name() {}
    )*};
}

unused_hooks! {
    stream_complete
    http_stream_headers
    http_stream_data
    http_stream_trailers
    http_stream_complete
    http_stream_reset
    downstream_above_write_buffer_high_watermark
    downstream_below_write_buffer_low_watermark
}
