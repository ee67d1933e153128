//! Hand-written declarations of the part of Envoy's dynamic modules that this filter uses.
//!
//! All unsafe code of the crate is here. The declarations are those of `abi.h` of Envoy 1.38 to
//! 1.40. Texts that Envoy hands over are valid until the hook returns, and Envoy copies those that
//! it gets.
//!
//! While Envoy does what a hook asks for, such as a local reply, it may call another hook of the
//! same filter. So a hook first works with the filter, and ends that borrow. Then it calls Envoy
//! once, and returns.
#![allow(unsafe_code)]

use std::ffi::{c_char, c_void};
use std::marker::PhantomData;
use std::sync::Arc;

use crate::config::{Config, PerRoute};
use crate::filter::{Answer, Filter, Step};
use crate::lookup::Call;
use deploy_contract_core::{Fault, fenced, hide_texts};

/// The version of the interface. Envoy logs a warning if it has another one, and goes on.
const VERSION: &[u8] = b"v0.2.0\0";

type Pointer = *mut c_void;
type Module = *const c_void;

/// A text of Envoy or of this module, which is valid for `'a`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Text<'a> {
    start: *const u8,
    size: usize,
    bytes: PhantomData<&'a [u8]>,
}

/// The name and the value of a header, which lie in memory as in Envoy's struct of two texts.
type Pair<'a> = [Text<'a>; 2];

/// A message of a stream, with Envoy's number for its headers and for the received body.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Side {
    Request = 0,
    Response = 2,
}

/// Levels of Envoy's log.
pub const INFO: u32 = 2;
pub const WARN: u32 = 3;
pub const ERROR: u32 = 4;

/// The answers of hooks. For headers, bodies and trailers, Envoy has different numbers.
const CONTINUE: u32 = 0;
const STOP: u32 = 1; // of a body: it is kept by Envoy
const STOP_AND_DROP: u32 = 3; // of a body

/// Declare functions of Envoy, by their names without the prefix.
macro_rules! callbacks {
    ($($safety:tt fn $name:ident($($argument:ident: $kind:ty),*) $(-> $returned:ty)?;)*) => {
        unsafe extern "C" {$(
            #[link_name = concat!("envoy_dynamic_module_callback_", stringify!($name))]
            $safety fn $name($($argument: $kind),*) $(-> $returned)?;
        )*}
    };
}

// The safe functions take only texts, and pointers that Envoy made: no type here hands those out.
callbacks! {
    safe fn log(level: u32, text: Text);
    unsafe fn http_filter_config_define_counter(
        config: Pointer, name: Text, labels: *const Text, count: usize, number: *mut usize
    ) -> u32;
    unsafe fn http_filter_increment_counter(
        filter: Pointer, number: usize, labels: *const Text, count: usize, value: u64
    ) -> u32;
    safe fn http_get_headers_size(filter: Pointer, kind: u32) -> usize;
    unsafe fn http_get_headers(filter: Pointer, kind: u32, headers: *mut Pair) -> bool;
    safe fn http_get_body_chunks_size(filter: Pointer, kind: u32) -> usize;
    unsafe fn http_get_body_chunks(filter: Pointer, kind: u32, chunks: *mut Text) -> bool;
    safe fn http_get_buffer_limit(filter: Pointer) -> u64;
    safe fn http_set_buffer_limit(filter: Pointer, limit: u64);
    unsafe fn http_send_response(
        filter: Pointer, status: u32, headers: *const Pair, count: usize, body: Text, details: Text
    );
    safe fn http_set_dynamic_metadata_string(filter: Pointer, space: Text, key: Text, value: Text);
    safe fn http_filter_continue_decoding(filter: Pointer);
    unsafe fn http_filter_http_callout(
        filter: Pointer, number: *mut u64, cluster: Text, headers: *const Pair, count: usize,
        body: Text, milliseconds: u64
    ) -> u32;
    safe fn http_filter_scheduler_new(filter: Pointer) -> Pointer;
    safe fn http_filter_scheduler_commit(scheduler: Pointer, event: u64);
    unsafe fn http_filter_scheduler_delete(scheduler: Pointer);
    safe fn get_most_specific_route_config(filter: Pointer) -> Module;
}

impl<'a> Text<'a> {
    fn of(text: &'a (impl AsRef<[u8]> + ?Sized)) -> Text<'a> {
        let text = text.as_ref();
        Text { start: text.as_ptr(), size: text.len(), bytes: PhantomData }
    }

    fn bytes(self) -> &'a [u8] {
        // SAFETY: the constructor guarantees that it is valid for `'a`
        unsafe { slice(self.start, self.size) }
    }
}

/// # Safety
/// `start` points to `count` values that are valid for `'a`, or is null.
unsafe fn slice<'a, Value>(start: *const Value, count: usize) -> &'a [Value] {
    if start.is_null() || count == 0 {
        return &[];
    }
    // SAFETY: the caller guarantees it
    unsafe { std::slice::from_raw_parts(start, count) }
}

fn pairs(headers: &[(impl AsRef<[u8]>, impl AsRef<[u8]>)]) -> Vec<Pair<'_>> {
    headers.iter().map(|(name, value)| [Text::of(name), Text::of(value)]).collect()
}

/// Write a line to the log of Envoy.
pub fn write_log(level: u32, text: &str) {
    log(level, Text::of(&format!("deploy_contract: {text}")));
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
        // SAFETY: `start` points to `count` labels, and there is room for the number
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
        // SAFETY: the pointer and the length are those of `labels`
        unsafe { http_filter_increment_counter(self.0, number, labels.as_ptr(), labels.len(), 1) };
    }

    /// Set the value of a key in the dynamic metadata of the module.
    pub fn mark(&self, key: &str, value: &str) {
        let space = Text::of("deploy_contract");
        http_set_dynamic_metadata_string(self.0, space, Text::of(key), Text::of(value));
    }

    /// Return the headers of a message, `:path` and its like included.
    pub fn headers(&self, side: Side) -> Vec<(&[u8], &[u8])> {
        let empty = [Text::of(""); 2];
        let pairs = self.written(side, empty, http_get_headers_size, http_get_headers);
        pairs.into_iter().map(|[name, value]| (name.bytes(), value.bytes())).collect()
    }

    /// Return the parts of the body that just came. All parts of a body come in turn, also if
    /// another filter kept them, and before the trailers.
    pub fn received(&self, side: Side) -> Vec<&[u8]> {
        let (count, write) = (http_get_body_chunks_size, http_get_body_chunks);
        self.written(side, Text::of(""), count, write).into_iter().map(Text::bytes).collect()
    }

    /// Return the `count` values of a message that Envoy writes; an empty list if it fails.
    fn written<Value: Copy>(
        &self,
        side: Side,
        empty: Value,
        count: extern "C" fn(Pointer, u32) -> usize,
        write: unsafe extern "C" fn(Pointer, u32, *mut Value) -> bool,
    ) -> Vec<Value> {
        let mut values = vec![empty; count(self.0, side as u32)];
        // SAFETY: there is room for as many texts as Envoy says, and they outlive the hook
        let is_written = unsafe { write(self.0, side as u32, values.as_mut_ptr()) };
        if is_written { values } else { Vec::new() }
    }

    /// Let Envoy keep bodies of at least `bytes` bytes.
    pub fn keep_bodies(&self, bytes: usize) {
        if http_get_buffer_limit(self.0) < bytes as u64 {
            http_set_buffer_limit(self.0, bytes as u64);
        }
    }

    /// Return the settings of the route, if it has some.
    pub fn route(&self) -> Option<&PerRoute> {
        // SAFETY: Envoy keeps what `per_route_config_new` made while the route lives
        unsafe { get_most_specific_route_config(self.0).cast::<PerRoute>().as_ref() }
    }

    /// Return a waker of this stream, which any thread may use.
    pub fn waker(&self) -> Waker {
        Waker(http_filter_scheduler_new(self.0))
    }

    /// Answer the client, in place of the service.
    fn send(&self, answer: &Answer) {
        let pairs = pairs(&answer.headers);
        let (start, count) = (pairs.as_ptr(), pairs.len());
        let (body, details) = (Text::of(&answer.body), Text::of("deploy_contract"));
        // SAFETY: `start` points to `count` headers
        unsafe { http_send_response(self.0, answer.status.into(), start, count, body, details) }
    }

    /// Ask a cluster. Return false if Envoy cannot do so.
    fn ask(&self, call: &Call) -> bool {
        let pairs = pairs(&call.headers);
        let (cluster, body, time) = (Text::of(&call.cluster), Text::of(""), call.milliseconds);
        let (start, count, mut number) = (pairs.as_ptr(), pairs.len(), 0);
        // SAFETY: `start` points to `count` headers, and there is room for the number
        let result = unsafe {
            http_filter_http_callout(self.0, &raw mut number, cluster, start, count, body, time)
        };
        if result != 0 {
            let name = call.cluster.escape_default();
            write_log(ERROR, &format!("upstream: the cluster {name} cannot be asked"));
        }
        result == 0
    }
}

/// Wakes a stream up that waits. If the stream is gone, nothing happens.
pub struct Waker(Pointer);

// SAFETY: Envoy says that any thread may use a scheduler
unsafe impl Send for Waker {}
// SAFETY: as above
unsafe impl Sync for Waker {}

impl Waker {
    pub fn wake(&self) {
        http_filter_scheduler_commit(self.0, 0);
    }
}

impl Drop for Waker {
    fn drop(&mut self) {
        // SAFETY: it is deleted once
        unsafe { http_filter_scheduler_delete(self.0) }
    }
}

// -- the work of hooks

/// Return a pointer to a new value for Envoy; if there is a fault, log it and return null.
fn handed_over<Made>(made: Result<Made, Fault>) -> Module {
    match made {
        Ok(made) => Box::into_raw(Box::new(made)).cast_const().cast(),
        Err(fault) => {
            write_log(ERROR, &fault.0);
            std::ptr::null()
        }
    }
}

/// Drop a value that was handed over.
fn destroy<Made>(made: Module) {
    // SAFETY: it is of this type, and Envoy destroys it once
    drop(unsafe { Box::from_raw(made.cast::<Made>().cast_mut()) });
}

/// Run `work` on a filter, and return its step. The borrow of the filter ends here.
fn step(module: Module, work: impl FnOnce(&mut Filter) -> Step) -> Step {
    // SAFETY: `filter_new` made it. Envoy runs the hooks of a stream on one thread, and none while
    // another one borrows the filter
    let filter = || unsafe { &mut *module.cast::<Filter>().cast_mut() };
    fenced(|| Some(work(filter()))).unwrap_or_else(|| filter().failed())
}

/// Run `work` on a filter, and do its step. Return the status for Envoy: `on_answer` if the message
/// is answered here.
fn run(
    stream: Pointer,
    module: Module,
    on_answer: u32,
    work: impl FnOnce(&mut Filter, &Stream) -> Step,
) -> u32 {
    let stream = Stream(stream);
    let mut next = step(module, |filter| work(filter, &stream));
    if let Step::Ask(call) = &next
        && !stream.ask(call)
    {
        next = step(module, |filter| filter.replied(&stream, &[], &[]));
    }
    match next {
        Step::Continue => CONTINUE,
        Step::Wait | Step::Ask(_) => STOP,
        Step::Answer(answer) => {
            stream.send(&answer);
            on_answer
        }
    }
}

/// Run `work` on a filter whose request has waited.
fn resume(stream: Pointer, module: Module, work: impl FnOnce(&mut Filter, &Stream) -> Step) {
    if run(stream, module, STOP, work) == CONTINUE {
        http_filter_continue_decoding(stream);
    }
}

/// Define hooks, by their names without the prefix. No panic leaves one: it would end Envoy.
/// `else`: the value that is returned after a panic.
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
        let name = String::from_utf8_lossy(name.bytes());
        handed_over(Config::read(&Setup(config), &name, text.bytes()).map(Arc::new))
    } else std::ptr::null();

    fn http_filter_config_destroy(config: Module) {
        destroy::<Arc<Config>>(config);
    } else ();

    fn http_filter_per_route_config_new(_name: Text, text: Text) -> Module {
        handed_over(PerRoute::read(text.bytes()))
    } else std::ptr::null();

    fn http_filter_per_route_config_destroy(config: Module) {
        destroy::<PerRoute>(config);
    } else ();

    fn http_filter_new(config: Module, _stream: Pointer) -> Module {
        // SAFETY: made by `config_new`, and not destroyed
        let config = unsafe { &*config.cast::<Arc<Config>>() };
        handed_over(Ok(Filter::new(config.clone())))
    } else std::ptr::null();

    fn http_filter_destroy(module: Module) {
        destroy::<Filter>(module);
    } else ();

    fn http_filter_request_headers(stream: Pointer, module: Module, end: bool) -> u32 {
        run(stream, module, STOP, |filter, stream| filter.request_headers(stream, end))
    } else STOP;

    fn http_filter_request_body(stream: Pointer, module: Module, end: bool) -> u32 {
        let work = |filter: &mut Filter, stream: &Stream| filter.body(stream, Side::Request, end);
        run(stream, module, STOP_AND_DROP, work)
    } else STOP;

    fn http_filter_request_trailers(stream: Pointer, module: Module) -> u32 {
        run(stream, module, STOP, |filter, stream| filter.body(stream, Side::Request, true))
    } else STOP;

    fn http_filter_response_headers(stream: Pointer, module: Module, end: bool) -> u32 {
        run(stream, module, STOP, |filter, stream| filter.response_headers(stream, end))
    } else STOP;

    fn http_filter_response_body(stream: Pointer, module: Module, end: bool) -> u32 {
        let work = |filter: &mut Filter, stream: &Stream| filter.body(stream, Side::Response, end);
        run(stream, module, STOP_AND_DROP, work)
    } else STOP;

    fn http_filter_response_trailers(stream: Pointer, module: Module) -> u32 {
        run(stream, module, STOP, |filter, stream| filter.body(stream, Side::Response, true))
    } else STOP;

    fn http_filter_local_reply(
        stream: Pointer, module: Module, _status: u32, _details: Text, _is_reset: bool
    ) -> u32 {
        run(stream, module, STOP, |filter, _| filter.local_reply())
    } else CONTINUE;

    fn http_filter_http_callout_done(
        stream: Pointer, module: Module, _number: u64, result: u32,
        headers: *const Pair, count: usize, parts: *const Text, part_count: usize
    ) {
        let (count, part_count) = if result == 0 { (count, part_count) } else { (0, 0) };
        // SAFETY: Envoy says how many there are, and they outlive the hook
        let (pairs, texts) = unsafe { (slice(headers, count), slice(parts, part_count)) };
        let pairs: Vec<_> = pairs.iter().map(|[name, value]| (name.bytes(), value.bytes())).collect();
        let texts: Vec<_> = texts.iter().map(|text| text.bytes()).collect();
        resume(stream, module, |filter, stream| filter.replied(stream, &pairs, &texts));
    } else ();

    fn http_filter_scheduled(stream: Pointer, module: Module, _event: u64) {
        resume(stream, module, Filter::woken);
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
