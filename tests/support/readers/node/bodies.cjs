// Reads bodies, "KIND BASE64" a line, by JSON.parse, and writes the text of each or "!".
const decoder = new TextDecoder();
const finite = (_, value) => {
  if (typeof value === "number" && !Number.isFinite(value)) throw new RangeError("JSON has no such number");
  return value;
};
require("readline").createInterface({input: process.stdin, terminal: false}).on("line", (line) => {
  let answer;
  try {
    answer = JSON.stringify(JSON.parse(decoder.decode(Buffer.from(line.split(" ")[1] ?? "", "base64"))), finite);
  } catch {
    answer = "!";
  }
  process.stdout.write(answer + "\n");
});
