//! Requests and responses: route, parameters, headers, body, and the exchange of both.

pub(crate) mod coding;
pub mod content;
pub mod exchange;
pub mod faults;
pub(crate) mod forms;
pub mod messages;
pub(crate) mod parameter_names;
pub mod parameters;
pub(crate) mod path_readings;
pub mod routing;
pub mod wtf8;
