//! Requests and responses: route, parameters, headers, body, and the exchange of both.

pub mod coding;
pub mod content;
pub mod exchange;
pub mod faults;
pub mod forms;
pub mod messages;
pub mod parameter_names;
pub mod parameters;
pub mod path_readings;
pub mod routing;
pub mod wtf8;
