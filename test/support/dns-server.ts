import { createSocket } from "node:dgram";

/** Answers over UDP what it was given: texts, and addresses, aliases and servers; any other name is unknown to it. */
export type DnsServer = Readonly<{
  /** As `address:port`. */
  address: string;
  records: Map<string, readonly string[]>;
  /** What else names have. */
  names: Map<string, Names>;
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
  const names: DnsServer["names"] = new Map();
  const asked: string[] = [];
  let silent = false;
  socket.on("message", (question, sender) => {
    const { name, type, end } = readQuestion(question);
    asked.push(name);
    if (silent) return;
    const texts = records.get(name.toLowerCase());
    const other = names.get(name.toLowerCase());
    const datas = type === TXT ? texts?.map(encodeText) : datasOf(type, other);
    const isKnown = texts !== undefined || other !== undefined;
    socket.send(
      answer(question, end, { type, datas: isKnown ? (datas ?? []) : undefined }),
      sender.port,
      sender.address,
    );
  });
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  socket.unref();
  return {
    address: `127.0.0.1:${socket.address().port}`,
    records,
    names,
    asked,
    setSilent: (value) => (silent = value),
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}

type Names = Readonly<{ a?: readonly string[]; cname?: readonly string[]; ns?: readonly string[] }>;

function datasOf(type: number, known: Names = {}): Buffer[] | undefined {
  if (type === 1) return known.a?.map(encodeAddress);
  return (type === 2 ? known.ns : type === 5 ? known.cname : undefined)?.map(encodeName);
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

type Answer = Readonly<{ type: number; datas: readonly Buffer[] | undefined }>;

/** Without datas the name does not exist. */
function answer(question: Buffer, end: number, { type, datas }: Answer): Buffer {
  const header = Buffer.from(question.subarray(0, 12));
  header.writeUInt16BE(datas === undefined ? UNKNOWN_NAME : ANSWERED, 2);
  header.writeUInt16BE(datas?.length ?? 0, 6);
  header.writeUInt32BE(0, 8);
  return Buffer.concat([header, question.subarray(12, end), ...(datas ?? []).map((data) => encode(type, data))]);
}

/** The name is a pointer to that of the question. */
function encode(type: number, data: Buffer): Buffer {
  const fixed = Buffer.alloc(12);
  fixed.writeUInt16BE(0xc00c, 0);
  fixed.writeUInt16BE(type, 2);
  fixed.writeUInt16BE(1, 4);
  fixed.writeUInt16BE(data.length, 10);
  return Buffer.concat([fixed, data]);
}

/** A text lies in pieces of at most 255 bytes. */
function encodeText(text: string): Buffer {
  const bytes = Buffer.from(text);
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length || at === 0; at += 255) {
    const piece = bytes.subarray(at, at + 255);
    pieces.push(Buffer.from([piece.length]), piece);
  }
  return Buffer.concat(pieces);
}

function encodeAddress(address: string): Buffer {
  return Buffer.from(address.split(".").map(Number));
}

function encodeName(name: string): Buffer {
  const labels = name.split(".").flatMap((label) => [Buffer.from([label.length]), Buffer.from(label)]);
  return Buffer.concat([...labels, Buffer.from([0])]);
}
