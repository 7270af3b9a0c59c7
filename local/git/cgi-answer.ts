import { Transform } from "node:stream";

const headSizeBytesMax = 64 * 1024;

/** Cuts the header block off a CGI program's output, hands it over once, and lets the body through. */
export function splitCgiAnswer(begin: (status: number, headers: Record<string, string>) => void): Transform {
  let head: Buffer | undefined = Buffer.alloc(0);
  return new Transform({
    transform(chunk: Buffer, _encoding, done): void {
      if (!head) {
        done(null, chunk);
        return;
      }
      head = Buffer.concat([head, chunk]);
      const found = /\r?\n\r?\n/.exec(head.toString("latin1"));
      if (!found) {
        done(head.length > headSizeBytesMax ? new Error("The header block is too long") : null);
        return;
      }
      const { status, headers } = parseHead(head.toString("latin1", 0, found.index));
      const body = head.subarray(found.index + found[0].length);
      head = undefined;
      try {
        begin(status, headers);
      } catch (error) {
        // A head that Node refuses is the stream's error: thrown from here it would be nobody's.
        done(error as Error);
        return;
      }
      done(null, body);
    },
  });
}

function parseHead(text: string): { status: number; headers: Record<string, string> } {
  const pairs = text.split(/\r?\n/).map((line) => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
  });
  const { status, ...headers } = Object.fromEntries(pairs);
  return { status: Number.parseInt(status ?? "200", 10), headers };
}
