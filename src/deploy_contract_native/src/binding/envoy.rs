//! The messages of Envoy's external processing (ext_proc, version 3), as far as ordinary exchanges
//! need them.
//!
//! The numbers are those of `envoy/service/ext_proc/v3/external_processor.proto` and of the messages
//! that it uses. All of their fields are here, so that a message can be compared with its canonical
//! encoding. What is not read is taken as bytes.
#![forbid(unsafe_code)]

use prost::{Message, Oneof};

/// Of BodySendMode: a body is withheld until it is answered.
pub const BUFFERED: u32 = 2;

#[derive(Clone, PartialEq, Message)]
pub struct HeaderValue {
    #[prost(string, tag = "1")]
    pub key: String,
    #[prost(string, tag = "2")]
    pub value: String,
    #[prost(bytes = "vec", tag = "3")]
    pub raw_value: Vec<u8>,
}

#[derive(Clone, PartialEq, Message)]
pub struct HeaderMap {
    #[prost(message, repeated, tag = "1")]
    pub headers: Vec<HeaderValue>,
}

#[derive(Clone, PartialEq, Message)]
pub struct HttpHeaders {
    #[prost(message, optional, tag = "1")]
    pub headers: Option<HeaderMap>,
    #[prost(bytes = "vec", repeated, tag = "2")]
    pub attributes: Vec<Vec<u8>>,
    #[prost(bool, tag = "3")]
    pub end_of_stream: bool,
}

#[derive(Clone, PartialEq, Message)]
pub struct HttpBody {
    #[prost(bytes = "vec", tag = "1")]
    pub body: Vec<u8>,
    #[prost(bool, tag = "2")]
    pub end_of_stream: bool,
    #[prost(bool, tag = "3")]
    pub end_of_stream_without_message: bool,
    #[prost(bool, tag = "4")]
    pub grpc_message_compressed: bool,
}

#[derive(Clone, PartialEq, Message)]
pub struct HttpTrailers {}

#[derive(Clone, PartialEq, Message)]
pub struct ProtocolConfiguration {
    #[prost(uint32, tag = "1")]
    pub request_body_mode: u32,
    #[prost(uint32, tag = "2")]
    pub response_body_mode: u32,
    #[prost(bool, tag = "3")]
    pub send_body_without_waiting_for_header_response: bool,
}

#[derive(Clone, PartialEq, Oneof)]
pub enum Part {
    #[prost(message, tag = "2")]
    RequestHeaders(HttpHeaders),
    #[prost(message, tag = "3")]
    ResponseHeaders(HttpHeaders),
    #[prost(message, tag = "4")]
    RequestBody(HttpBody),
    #[prost(message, tag = "5")]
    ResponseBody(HttpBody),
    #[prost(message, tag = "6")]
    RequestTrailers(HttpTrailers),
    #[prost(message, tag = "7")]
    ResponseTrailers(HttpTrailers),
}

#[derive(Clone, PartialEq, Message)]
pub struct ProcessingRequest {
    #[prost(oneof = "Part", tags = "2, 3, 4, 5, 6, 7")]
    pub request: Option<Part>,
    #[prost(bytes = "vec", optional, tag = "8")]
    pub metadata_context: Option<Vec<u8>>,
    #[prost(bytes = "vec", repeated, tag = "9")]
    pub attributes: Vec<Vec<u8>>,
    #[prost(bool, tag = "10")]
    pub observability_mode: bool,
    #[prost(message, optional, tag = "11")]
    pub protocol_config: Option<ProtocolConfiguration>,
}

impl ProcessingRequest {
    /// Decode a message; None if it is malformed, or not encoded as Envoy does.
    ///
    /// A field that is unknown, repeated or longer than needed makes its encoding longer than the
    /// canonical one. The library's decoder rejects some of those, which prost accepts.
    pub fn canonical(data: &[u8]) -> Option<ProcessingRequest> {
        let message = ProcessingRequest::decode(data).ok()?;
        (message.encoded_len() == data.len()).then_some(message)
    }

    /// Return true if Envoy withholds both bodies until they are answered.
    pub fn is_buffered(&self) -> bool {
        let Some(config) = &self.protocol_config else { return false };
        !self.observability_mode
            && config.request_body_mode == BUFFERED
            && config.response_body_mode == BUFFERED
    }
}

impl HttpHeaders {
    /// Return the pairs of names and values. Older Envoys fill `value` instead of `raw_value`.
    pub fn pairs(&self) -> impl Iterator<Item = (&[u8], &[u8])> + Clone {
        let headers = self.headers.iter().flat_map(|map| &map.headers);
        headers.map(|one| {
            let (value, raw) = (one.value.as_bytes(), &*one.raw_value);
            (one.key.as_bytes(), if raw.is_empty() { value } else { raw })
        })
    }

    /// Return the pairs without those of pseudo-headers.
    pub fn others(&self) -> impl Iterator<Item = (&[u8], &[u8])> + Clone {
        self.pairs().filter(|(name, _)| !name.starts_with(b":"))
    }

    /// Return the value of a header, in letters of any case; None if it is missing or repeated.
    pub fn only(&self, name: &[u8]) -> Option<&[u8]> {
        let mut found = self.pairs().filter(|pair| pair.0.eq_ignore_ascii_case(name));
        let (_, value) = found.next()?;
        found.next().is_none().then_some(value)
    }
}
