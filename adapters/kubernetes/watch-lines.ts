const NEWLINE = 0x0a;

/**
 * Splits a byte stream into lines.
 *
 * Splitting happens on bytes, before decoding, so that a character cut by a chunk boundary is whole again; a chunk is
 * copied only when a line crosses its end. Throws a RangeError for a line longer than `lineBytesMax`, and returns
 * whether the stream ended at a line's end.
 */
export async function* splitLines(
  chunks: AsyncIterable<Buffer>,
  lineBytesMax: number,
): AsyncGenerator<string, boolean> {
  let parts: Buffer[] = [];
  let partsBytes = 0;
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      if (partsBytes + end - start > lineBytesMax) throw new RangeError("Line too long");
      const line =
        parts.length === 0
          ? chunk.toString("utf8", start, end)
          : Buffer.concat([...parts, chunk.subarray(start, end)]).toString("utf8");
      parts = [];
      partsBytes = 0;
      start = end + 1;
      if (line !== "") yield line;
    }
    if (start < chunk.length) {
      parts.push(chunk.subarray(start));
      partsBytes += chunk.length - start;
      if (partsBytes > lineBytesMax) throw new RangeError("Line too long");
    }
  }
  return partsBytes === 0;
}
