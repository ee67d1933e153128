// The text of what an upstream has read of a request, for the header X-Read.
module.exports = (operation, id, query) =>
  JSON.stringify({operation, id: id ?? null, query}).replace(
    /[^ -~]/g,
    (c) => "\\u" + c.charCodeAt(0).toString(16).padStart(4, "0"),
  );
