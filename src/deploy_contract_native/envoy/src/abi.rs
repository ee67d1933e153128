//! The binary interface of Envoy's dynamic modules, as far as a filter of HTTP needs it, by hand.
//!
//! All unsafe code of the crate is here. The declarations are those of `abi.h` of Envoy 1.38 to 1.40. Texts
//! that Envoy hands over are valid until the hook returns.
//!
//! Envoy may call a hook of a filter while it does what another hook of it asked for, such as a local reply. So a
//! hook first works with the filter, which is borrowed for so long, and then asks Envoy for one thing, and
//! returns.
#![allow(unsafe_code)]

use std::ffi::{c_char, c_void};
use std::sync::Arc;

use deploy_contract_core::guard::fenced;

use crate::config::{Config, PerRoute};
use crate::filter::{Answer, Call, Filter, Step};

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

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Side {
    Request,
    Response,
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

unsafe extern "C" {
    fn envoy_dynamic_module_callback_log(level: u32, text: Text);
    fn envoy_dynamic_module_callback_http_filter_config_define_counter(
        config: Pointer,
        name: Text,
        labels: *const Text,
        count: usize,
        number: *mut usize,
    ) -> u32;
    fn envoy_dynamic_module_callback_http_filter_increment_counter(
        filter: Pointer,
        number: usize,
        labels: *const Text,
        count: usize,
        value: u64,
    ) -> u32;
    fn envoy_dynamic_module_callback_http_get_headers_size(filter: Pointer, kind: u32) -> usize;
    fn envoy_dynamic_module_callback_http_get_headers(
        filter: Pointer,
        kind: u32,
        headers: *mut Pair,
    ) -> bool;
    fn envoy_dynamic_module_callback_http_get_body_chunks_size(filter: Pointer, kind: u32)
    -> usize;
    fn envoy_dynamic_module_callback_http_get_body_chunks(
        filter: Pointer,
        kind: u32,
        chunks: *mut Text,
    ) -> bool;
    fn envoy_dynamic_module_callback_http_get_buffer_limit(filter: Pointer) -> u64;
    fn envoy_dynamic_module_callback_http_set_buffer_limit(filter: Pointer, limit: u64);
    fn envoy_dynamic_module_callback_http_send_response(
        filter: Pointer,
        status: u32,
        headers: *const Pair,
        count: usize,
        body: Text,
        details: Text,
    );
    fn envoy_dynamic_module_callback_http_set_dynamic_metadata_string(
        filter: Pointer,
        space: Text,
        key: Text,
        value: Text,
    );
    fn envoy_dynamic_module_callback_http_filter_continue_decoding(filter: Pointer);
    fn envoy_dynamic_module_callback_http_filter_http_callout(
        filter: Pointer,
        number: *mut u64,
        cluster: Text,
        headers: *const Pair,
        count: usize,
        body: Text,
        milliseconds: u64,
    ) -> u32;
    fn envoy_dynamic_module_callback_http_filter_scheduler_new(filter: Pointer) -> Pointer;
    fn envoy_dynamic_module_callback_http_filter_scheduler_commit(scheduler: Pointer, event: u64);
    fn envoy_dynamic_module_callback_http_filter_scheduler_delete(scheduler: Pointer);
    fn envoy_dynamic_module_callback_get_most_specific_route_config(filter: Pointer) -> Module;
}

impl Text {
    const EMPTY: Text = Text { start: std::ptr::null(), size: 0 };

    fn of(bytes: &[u8]) -> Text {
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

/// Write a line to the log of Envoy.
pub fn log(level: Level, text: &str) {
    let line = format!("deploy_contract: {text}");
    // SAFETY: the text is valid, and Envoy copies it
    unsafe { envoy_dynamic_module_callback_log(level as u32, Text::of(line.as_bytes())) }
}

/// A counter of Envoy, with the labels that it was made with.
#[derive(Clone, Copy)]
pub struct Counter(usize);

/// The configuration of the filter in Envoy, while it is made.
pub struct Setup(Pointer);

impl Setup {
    /// Return a new counter; None if Envoy has no place for it.
    pub fn counter(&self, name: &str, labels: &[&str]) -> Option<Counter> {
        let labels: Vec<Text> = labels.iter().map(|label| Text::of(label.as_bytes())).collect();
        let mut number = 0;
        // SAFETY: Envoy copies the texts before it returns
        let result = unsafe {
            envoy_dynamic_module_callback_http_filter_config_define_counter(
                self.0,
                Text::of(name.as_bytes()),
                labels.as_ptr(),
                labels.len(),
                &raw mut number,
            )
        };
        (result == 0).then_some(Counter(number))
    }
}

/// A stream of HTTP in Envoy, for as long as a hook runs.
pub struct Stream(Pointer);

impl Stream {
    pub fn count(&self, counter: Option<Counter>, labels: &[&str]) {
        let Some(Counter(number)) = counter else { return };
        let mut texts = [Text::EMPTY; 4];
        for (text, label) in texts.iter_mut().zip(labels) {
            *text = Text::of(label.as_bytes());
        }
        // SAFETY: Envoy copies the texts before it returns
        unsafe {
            envoy_dynamic_module_callback_http_filter_increment_counter(
                self.0,
                number,
                texts.as_ptr(),
                labels.len(),
                1,
            )
        };
    }

    /// Set the value of a key in the dynamic metadata of the module.
    pub fn mark(&self, key: &str, value: &str) {
        // SAFETY: Envoy copies the texts before it returns
        unsafe {
            envoy_dynamic_module_callback_http_set_dynamic_metadata_string(
                self.0,
                Text::of(b"deploy_contract"),
                Text::of(key.as_bytes()),
                Text::of(value.as_bytes()),
            );
        }
    }

    /// Return the headers of a message, `:path` and its like included.
    pub fn headers(&self, side: Side) -> Vec<(&[u8], &[u8])> {
        let kind = if side == Side::Request { 0 } else { 2 };
        // SAFETY: the vector has room for as many pairs as Envoy says, and its texts outlive the hook
        unsafe {
            let count = envoy_dynamic_module_callback_http_get_headers_size(self.0, kind);
            let mut pairs = vec![Pair { name: Text::EMPTY, value: Text::EMPTY }; count];
            if !envoy_dynamic_module_callback_http_get_headers(self.0, kind, pairs.as_mut_ptr()) {
                return Vec::new();
            }
            pairs.iter().map(|pair| (pair.name.bytes(), pair.value.bytes())).collect()
        }
    }

    /// Return the parts of the body that just came. All parts of a body come in turn, also if another filter
    /// kept them, and before the trailers.
    pub fn received(&self, side: Side) -> Vec<&[u8]> {
        let kind = if side == Side::Request { 0 } else { 2 };
        // SAFETY: the vector has room for as many texts as Envoy says, and they outlive the hook
        unsafe {
            let count = envoy_dynamic_module_callback_http_get_body_chunks_size(self.0, kind);
            let mut texts = vec![Text::EMPTY; count];
            let start = texts.as_mut_ptr();
            if count == 0
                || !envoy_dynamic_module_callback_http_get_body_chunks(self.0, kind, start)
            {
                return Vec::new();
            }
            texts.iter().map(|text| text.bytes()).collect()
        }
    }

    /// Let Envoy keep bodies of at least so many bytes.
    pub fn keep_bodies(&self, bytes: usize) {
        let wanted = bytes as u64;
        // SAFETY: as Envoy asks for
        unsafe {
            if envoy_dynamic_module_callback_http_get_buffer_limit(self.0) < wanted {
                envoy_dynamic_module_callback_http_set_buffer_limit(self.0, wanted);
            }
        }
    }

    /// Return the settings of the route, if it has some.
    pub fn route(&self) -> Option<&PerRoute> {
        // SAFETY: Envoy keeps what `per_route_config_new` made while the route lives
        unsafe {
            let found = envoy_dynamic_module_callback_get_most_specific_route_config(self.0);
            found.cast::<PerRoute>().as_ref()
        }
    }

    /// Answer the client, in place of the service.
    fn send(&self, answer: &Answer) {
        let pair = |(name, value): &(&str, String)| Pair {
            name: Text::of(name.as_bytes()),
            value: Text::of(value.as_bytes()),
        };
        let headers: Vec<Pair> = answer.headers.iter().map(pair).collect();
        // SAFETY: Envoy copies the texts before it returns
        unsafe {
            envoy_dynamic_module_callback_http_send_response(
                self.0,
                answer.status.into(),
                headers.as_ptr(),
                headers.len(),
                Text::of(&answer.body),
                Text::of(b"deploy_contract"),
            );
        }
    }
}

impl Stream {
    /// Return what wakes the stream up, from any thread.
    pub fn waker(&self) -> Waker {
        // SAFETY: as Envoy asks for
        Waker(unsafe { envoy_dynamic_module_callback_http_filter_scheduler_new(self.0) })
    }

    /// Ask a cluster. Return false if Envoy cannot do so.
    fn ask(&self, call: &Call) -> bool {
        let pair = |(name, value): &(Vec<u8>, Vec<u8>)| Pair {
            name: Text::of(name),
            value: Text::of(value),
        };
        let headers: Vec<Pair> = call.headers.iter().map(pair).collect();
        let mut number = 0;
        // SAFETY: Envoy copies the texts before it returns
        let result = unsafe {
            envoy_dynamic_module_callback_http_filter_http_callout(
                self.0,
                &raw mut number,
                Text::of(call.cluster.as_bytes()),
                headers.as_ptr(),
                headers.len(),
                Text::EMPTY,
                call.milliseconds,
            )
        };
        result == 0
    }

    /// Let a request go on that waited.
    fn resume(&self) {
        // SAFETY: as Envoy asks for
        unsafe { envoy_dynamic_module_callback_http_filter_continue_decoding(self.0) }
    }
}

/// Wakes a stream up that waits. If the stream is gone, nothing happens.
pub struct Waker(Pointer);

// SAFETY: Envoy says that any thread may use a scheduler
unsafe impl Send for Waker {}

impl Waker {
    pub fn wake(&self) {
        // SAFETY: it is not deleted
        unsafe { envoy_dynamic_module_callback_http_filter_scheduler_commit(self.0, 0) }
    }
}

impl Drop for Waker {
    fn drop(&mut self) {
        // SAFETY: it is deleted once
        unsafe { envoy_dynamic_module_callback_http_filter_scheduler_delete(self.0) }
    }
}

// -- what hooks do

/// Return the filter of a stream.
///
/// # Safety
/// `module` was made by `filter_new`, is not destroyed, and no other borrow of it is alive.
unsafe fn filter<'a>(module: Module) -> &'a mut Filter {
    // SAFETY: the caller says so
    unsafe { &mut *module.cast::<Filter>().cast_mut() }
}

/// Let a filter work; return what it asks for. The borrow of the filter ends here.
fn step(stream: &Stream, module: Module, work: impl FnOnce(&mut Filter) -> Step) -> Step {
    // SAFETY: Envoy runs the hooks of a stream on one thread, and none while another one borrows the filter
    let mut step = fenced(|| Some(work(unsafe { filter(module) })));
    while let Some(Step::Ask(call)) = &step {
        let is_asked = stream.ask(call);
        // SAFETY: the same
        step = fenced(|| Some(unsafe { filter(module) }.asked(stream, is_asked)));
    }
    // SAFETY: the same
    step.unwrap_or_else(|| unsafe { filter(module) }.failed())
}

/// Let a filter look at a part of a message. Return the answer to Envoy: `stop` if the message waits, `drop` if it
/// is answered.
fn look(
    stream: Pointer,
    module: Module,
    (stop, drop): (u32, u32),
    work: impl FnOnce(&mut Filter, &Stream) -> Step,
) -> u32 {
    let stream = Stream(stream);
    match step(&stream, module, |filter| work(filter, &stream)) {
        Step::Continue => CONTINUE,
        Step::Wait | Step::Ask(_) => stop,
        Step::Answer(answer) => {
            stream.send(&answer);
            drop
        }
    }
}

/// Let a filter go on whose request has waited.
fn go_on(stream: Pointer, module: Module, work: impl FnOnce(&mut Filter, &Stream) -> Step) {
    let stream = Stream(stream);
    match step(&stream, module, |filter| work(filter, &stream)) {
        Step::Continue => stream.resume(),
        Step::Wait | Step::Ask(_) => {}
        Step::Answer(answer) => stream.send(&answer),
    }
}

/// Define hooks. No panic leaves one: it would end Envoy. `else`: the value that is returned in its place.
macro_rules! hooks {
    ($(fn $name:ident($($argument:ident: $kind:ty),*) $(-> $returned:ty)? $work:block else $otherwise:expr;)*) => {$(
        #[unsafe(no_mangle)]
        extern "C" fn $name($($argument: $kind),*) $(-> $returned)? {
            fenced(move || Some($work)).unwrap_or($otherwise)
        }
    )*};
}

const HEAD: (u32, u32) = (STOP, STOP);
const BODY: (u32, u32) = (STOP, STOP_AND_DROP);

hooks! {
    fn envoy_dynamic_module_on_program_init() -> *const c_char {
        crate::begin();
        VERSION.as_ptr().cast()
    } else std::ptr::null();

    fn envoy_dynamic_module_on_http_filter_config_new(config: Pointer, name: Text, text: Text) -> Module {
        // SAFETY: the texts outlive the hook
        let (name, text) = unsafe { (name.bytes(), text.bytes()) };
        match Config::read(&Setup(config), &String::from_utf8_lossy(name), text) {
            Ok(made) => Arc::into_raw(Arc::new(made)).cast(),
            Err(fault) => {
                log(Level::Error, &fault.0);
                std::ptr::null()
            }
        }
    } else std::ptr::null();

    fn envoy_dynamic_module_on_http_filter_config_destroy(config: Module) {
        // SAFETY: made by `config_new`, and destroyed once
        drop(unsafe { Arc::from_raw(config.cast::<Config>()) });
    } else ();

    fn envoy_dynamic_module_on_http_filter_per_route_config_new(_name: Text, text: Text) -> Module {
        // SAFETY: the text outlives the hook
        match PerRoute::read(unsafe { text.bytes() }) {
            Ok(made) => Box::into_raw(Box::new(made)).cast_const().cast(),
            Err(fault) => {
                log(Level::Error, &fault.0);
                std::ptr::null()
            }
        }
    } else std::ptr::null();

    fn envoy_dynamic_module_on_http_filter_per_route_config_destroy(config: Module) {
        // SAFETY: made by `per_route_config_new`, and destroyed once
        drop(unsafe { Box::from_raw(config.cast::<PerRoute>().cast_mut()) });
    } else ();

    fn envoy_dynamic_module_on_http_filter_new(config: Module, _stream: Pointer) -> Module {
        let config = config.cast::<Config>();
        // SAFETY: made by `config_new`, and not destroyed; each filter holds a share of it
        let config = unsafe {
            Arc::increment_strong_count(config);
            Arc::from_raw(config)
        };
        Box::into_raw(Box::new(Filter::new(config))).cast_const().cast()
    } else std::ptr::null();

    fn envoy_dynamic_module_on_http_filter_destroy(module: Module) {
        // SAFETY: made by `filter_new`, and destroyed once
        drop(unsafe { Box::from_raw(module.cast::<Filter>().cast_mut()) });
    } else ();

    fn envoy_dynamic_module_on_http_filter_request_headers(stream: Pointer, module: Module, end: bool) -> u32 {
        look(stream, module, HEAD, |filter, stream| filter.request_headers(stream, end))
    } else STOP;

    fn envoy_dynamic_module_on_http_filter_request_body(stream: Pointer, module: Module, end: bool) -> u32 {
        look(stream, module, BODY, |filter, stream| filter.request_body(stream, end))
    } else STOP;

    fn envoy_dynamic_module_on_http_filter_request_trailers(stream: Pointer, module: Module) -> u32 {
        look(stream, module, HEAD, |filter, stream| filter.request_body(stream, true))
    } else STOP;

    fn envoy_dynamic_module_on_http_filter_response_headers(stream: Pointer, module: Module, end: bool) -> u32 {
        look(stream, module, HEAD, |filter, stream| filter.response_headers(stream, end))
    } else STOP;

    fn envoy_dynamic_module_on_http_filter_response_body(stream: Pointer, module: Module, end: bool) -> u32 {
        look(stream, module, BODY, |filter, stream| filter.response_body(stream, end))
    } else STOP;

    fn envoy_dynamic_module_on_http_filter_response_trailers(stream: Pointer, module: Module) -> u32 {
        look(stream, module, HEAD, |filter, stream| filter.response_body(stream, true))
    } else STOP;

    fn envoy_dynamic_module_on_http_filter_local_reply(
        _stream: Pointer, module: Module, _status: u32, _details: Text, _is_reset: bool
    ) -> u32 {
        // SAFETY: as `step` says
        unsafe { filter(module) }.local_reply();
        CONTINUE
    } else CONTINUE;

    fn envoy_dynamic_module_on_http_filter_stream_complete(_stream: Pointer, _module: Module) {} else ();

    fn envoy_dynamic_module_on_http_filter_http_callout_done(
        stream: Pointer, module: Module, _number: u64, result: u32,
        headers: *const Pair, count: usize, parts: *const Text, part_count: usize
    ) {
        let is_whole = result == 0 && !headers.is_null();
        // SAFETY: Envoy says how many there are, and they outlive the hook
        let (pairs, texts): (Vec<_>, Vec<_>) = unsafe {
            let pairs = if is_whole { std::slice::from_raw_parts(headers, count) } else { &[] };
            let texts = if is_whole && !parts.is_null() {
                std::slice::from_raw_parts(parts, part_count)
            } else {
                &[]
            };
            let pair = |pair: &Pair| (pair.name.bytes(), pair.value.bytes());
            (pairs.iter().map(pair).collect(), texts.iter().map(|text| text.bytes()).collect())
        };
        go_on(stream, module, |filter, stream| filter.told(stream, &pairs, &texts));
    } else ();

    fn envoy_dynamic_module_on_http_filter_scheduled(stream: Pointer, module: Module, _event: u64) {
        go_on(stream, module, Filter::woken);
    } else ();

    // what Envoy asks of each module, and this one does not use

    fn envoy_dynamic_module_on_http_filter_http_stream_headers(
        _stream: Pointer, _module: Module, _number: u64, _headers: *const Pair, _count: usize, _end: bool
    ) {} else ();

    fn envoy_dynamic_module_on_http_filter_http_stream_data(
        _stream: Pointer, _module: Module, _number: u64, _parts: *const Text, _count: usize, _end: bool
    ) {} else ();

    fn envoy_dynamic_module_on_http_filter_http_stream_trailers(
        _stream: Pointer, _module: Module, _number: u64, _trailers: *const Pair, _count: usize
    ) {} else ();

    fn envoy_dynamic_module_on_http_filter_http_stream_complete(
        _stream: Pointer, _module: Module, _number: u64
    ) {} else ();

    fn envoy_dynamic_module_on_http_filter_http_stream_reset(
        _stream: Pointer, _module: Module, _number: u64, _reason: u32
    ) {} else ();

    fn envoy_dynamic_module_on_http_filter_downstream_above_write_buffer_high_watermark(
        _stream: Pointer, _module: Module
    ) {} else ();

    fn envoy_dynamic_module_on_http_filter_downstream_below_write_buffer_low_watermark(
        _stream: Pointer, _module: Module
    ) {} else ();
}
