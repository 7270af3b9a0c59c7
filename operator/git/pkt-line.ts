import { GitError } from "./git-error.ts";

/** Ends a list of lines. */
export const FLUSH = Buffer.from("0000");
/** Divides the parts of a protocol 2 request. */
export const DELIMITER = Buffer.from("0001");
const PAYLOAD_MAX = 65_516;

/** Encodes one line with its length in front. */
export function encodeLine(text: string): Buffer {
  const payload = Buffer.from(text);
  if (payload.length > PAYLOAD_MAX) throw new GitError("GitUnavailable", "Expected a pkt-line below 64 KiB");
  return Buffer.concat([Buffer.from((payload.length + 4).toString(16).padStart(4, "0")), payload]);
}

/** One line, or one of the three marks without payload. */
type Packet = Buffer | "flush" | "delimiter" | "end";

const MARKS: readonly Packet[] = ["flush", "delimiter", "end"];

/** Parses a whole answer into its lines; a cut or senseless length is an error. */
export function parseLines(answer: Buffer): Packet[] {
  const packets: Packet[] = [];
  let offset = 0;
  while (offset < answer.length) {
    const digits = answer.toString("latin1", offset, offset + 4);
    const length = /^[0-9a-fA-F]{4}$/.test(digits) ? parseInt(digits, 16) : -1;
    const mark = MARKS[length];
    if (mark === undefined && (length < 4 || offset + length > answer.length)) {
      throw new GitError("GitUnavailable", "The Git server's answer was cut or is not Git's protocol");
    }
    packets.push(mark ?? answer.subarray(offset + 4, offset + length));
    offset += mark === undefined ? length : 4;
  }
  return packets;
}

/** Reads a packet as text without its line end; marks read as the empty string. */
export function lineText(packet: Packet): string {
  return typeof packet === "string" ? "" : packet.toString("utf8").replace(/\n$/, "");
}

/** Splits side-band packets into the data channel and what the server said to people. */
export function splitSideBand(packets: readonly Packet[]): { data: Buffer; messages: string } {
  const data: Buffer[] = [];
  const messages: string[] = [];
  for (const packet of packets) {
    if (typeof packet === "string") continue;
    if (packet[0] === 1) data.push(packet.subarray(1));
    else if (packet[0] === 2 || packet[0] === 3) messages.push(packet.toString("utf8", 1));
    if (packet[0] === 3)
      throw new GitError("GitUnavailable", `The Git server stopped: ${printable(messages.join(""))}`);
  }
  return { data: Buffer.concat(data), messages: printable(messages.join("")) };
}

/** Cuts a server's text to one short printable line, so that it may stand in a status. */
export function printable(text: string): string {
  return text
    .replace(/\p{C}+/gu, " ")
    .trim()
    .slice(0, 500);
}
