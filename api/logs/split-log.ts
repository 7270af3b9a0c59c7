import { StringDecoder } from "node:string_decoder";

export const LINE_CHARACTERS_MAX = 16_384;

/** Splits a container's log into lines; what of a line is too long is left out, so that no line can fill the memory. */
export async function* splitLog(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new StringDecoder("utf8");
  let open = "";
  for await (const chunk of chunks) {
    const parts = (open + decoder.write(chunk)).split("\n");
    open = (parts.pop() ?? "").slice(0, LINE_CHARACTERS_MAX);
    for (const part of parts) yield part.slice(0, LINE_CHARACTERS_MAX);
  }
  if (open !== "") yield open;
}

/** Divides a line into the time that the kubelet wrote before it and its text. */
export function parseLogLine(line: string): Readonly<{ at: string; text: string }> {
  const found = /^([0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+(?:Z|[+-][0-9:]+)) ?(.*)$/s.exec(line);
  return found === null ? { at: "", text: line } : { at: found[1] ?? "", text: found[2] ?? "" };
}
