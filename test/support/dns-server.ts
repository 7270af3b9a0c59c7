import { createSocket } from "node:dgram";

/** Answers TXT questions, and only those, over UDP; any other name is unknown to it. */
export type DnsServer = Readonly<{
  /** As `address:port`. */
  address: string;
  records: Map<string, readonly string[]>;
  /** Names that were asked for. */
  asked: readonly string[];
  /** While set it takes questions and never answers. */
  setSilent: (silent: boolean) => void;
  close: () => Promise<void>;
}>;

const TXT = 16;
const ANSWERED = 0x8580;
const UNKNOWN_NAME = 0x8583;

/** Starts a DNS server on loopback. */
export async function startDnsServer(): Promise<DnsServer> {
  const socket = createSocket("udp4");
  const records = new Map<string, readonly string[]>();
  const asked: string[] = [];
  let silent = false;
  socket.on("message", (question, sender) => {
    const { name, type, end } = readQuestion(question);
    asked.push(name);
    if (silent) return;
    const texts = records.get(name.toLowerCase());
    socket.send(answer(question, end, type === TXT ? texts : texts && []), sender.port, sender.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  socket.unref();
  return {
    address: `127.0.0.1:${socket.address().port}`,
    records,
    asked,
    setSilent: (value) => (silent = value),
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}

function readQuestion(message: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join("."), type: message.readUInt16BE(at + 1), end: at + 5 };
}

/** Undefined texts stand for a name that does not exist. */
function answer(question: Buffer, end: number, texts: readonly string[] | undefined): Buffer {
  const header = Buffer.from(question.subarray(0, 12));
  header.writeUInt16BE(texts === undefined ? UNKNOWN_NAME : ANSWERED, 2);
  header.writeUInt16BE(texts?.length ?? 0, 6);
  header.writeUInt32BE(0, 8);
  return Buffer.concat([header, question.subarray(12, end), ...(texts ?? []).map(encodeText)]);
}

/** The name is a pointer to that of the question; a text lies in pieces of at most 255 bytes. */
function encodeText(text: string): Buffer {
  const bytes = Buffer.from(text);
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length || at === 0; at += 255) {
    const piece = bytes.subarray(at, at + 255);
    pieces.push(Buffer.from([piece.length]), piece);
  }
  const data = Buffer.concat(pieces);
  const fixed = Buffer.alloc(12);
  fixed.writeUInt16BE(0xc00c, 0);
  fixed.writeUInt16BE(TXT, 2);
  fixed.writeUInt16BE(1, 4);
  fixed.writeUInt16BE(data.length, 10);
  return Buffer.concat([fixed, data]);
}
