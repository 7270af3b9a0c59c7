import { isIP, type LookupFunction } from "node:net";
import { rootCertificates } from "node:tls";
import { buildConnector, Client } from "undici";
import { ADDRESS_CLASSES } from "./address-rule.ts";
import { createAddressGuard, type AddressGuard } from "./address-guard.ts";
import type { ResolveAddresses } from "./chart-host-judge.ts";

type Link =
  | "NameUnknown"
  | "DnsUnavailable"
  | "AddressRefused"
  | "AddressSilent"
  | "TlsInvalid"
  | "AnswerMissing"
  | "NodesSimulated";

/** What came of asking an address; `detail` says it in words of ours. */
export type AskedAddress = Readonly<{ tookMs: number }> &
  (Readonly<{ kind: "answered"; status: number }> | Readonly<{ kind: "failed"; link: Link; detail: string }>);

/** What is asked; gRPC is called, since it answers no GET. */
type AddressQuestion = Readonly<{ url: string; path: string; isGrpc?: boolean | undefined }>;
/** Asks a public address once. */
type AddressAsker = (question: AddressQuestion) => Promise<AskedAddress>;

/** How addresses are asked. */
export type AddressAskerOptions = Readonly<{
  resolve: ResolveAddresses;
  /** Ranges of private addresses that may be asked. */
  allowed: readonly string[];
  /** Classes of addresses that are not asked; all but public ones when unset. */
  denied?: readonly string[];
  /** Where everything is asked, whatever DNS says: the front of a local platform. */
  front?: Readonly<{ address: string; port: number }> | undefined;
  /** An authority that is trusted beside the usual ones. */
  ca?: string | undefined;
  timeoutMs?: number;
}>;

const DENIED = ADDRESS_CLASSES.filter((name) => name !== "public");
const TIMEOUT_MS = 5_000;
const HEADER_BYTES_MAX = 16_384;
/** By this header the front of a local platform says that nobody is behind an address. */
const REFUSAL = "x-berth-refusal";

const TLS_FAULTS: readonly (readonly [RegExp, string])[] = [
  [/^CERT_HAS_EXPIRED$/, "it has expired"],
  [/^CERT_NOT_YET_VALID$/, "it is not valid yet"],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, "it names other hosts"],
  [/SELF_SIGNED|UNABLE_TO|^CERT_|INVALID_CA/, "nobody who is trusted has signed it"],
  // Who breaks off before TLS stands, or talks something else, is somebody who takes connections.
  [/^(ERR_SSL_|EPROTO$|ECONNRESET$|UND_ERR_SOCKET$)/, "TLS is not spoken there"],
];

/**
 * Creates what asks public addresses as a stranger would: by DNS itself, at addresses that are public, with the certificate checked,
 * without following redirects or reading bodies. What was resolved is what is connected to, so that a name cannot mean something else by then.
 */
export function createAddressAsker(options: AddressAskerOptions): AddressAsker {
  const { denied = DENIED, allowed } = options;
  const guard = createAddressGuard({ denied, allowed });
  return async (question) => {
    const startedMs = performance.now();
    const answer = await askOnce(options, guard, question).catch((error: unknown) => faultOf(error));
    return { ...answer, tookMs: performance.now() - startedMs };
  };
}

type Answer = Readonly<{ kind: "answered"; status: number }> | Readonly<{ kind: "failed"; link: Link; detail: string }>;

/** Reports which link failed. */
class BrokenLinkError extends Error {
  override readonly name = "BrokenLinkError";
  readonly link: Link;

  constructor(link: Link, detail: string) {
    super(detail);
    this.link = link;
  }
}

/** Every server of gRPC answers 200 to a call, that of a method which it does not have as well. */
const GRPC_CALL = {
  method: "POST",
  path: "/grpc.health.v1.Health/Check",
  headers: { "content-type": "application/grpc", te: "trailers" },
  // One message without content.
  body: Buffer.alloc(5),
} as const;

async function askOnce(options: AddressAskerOptions, guard: AddressGuard, question: AddressQuestion): Promise<Answer> {
  const { front, timeoutMs = TIMEOUT_MS } = options;
  const url = new URL(question.url);
  const addresses = front === undefined ? await resolvePublic(options, guard, url.hostname) : [front.address];
  const client = new Client(url.origin, {
    connect: connectorOf(options, addresses),
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    maxHeaderSize: HEADER_BYTES_MAX,
  });
  try {
    // The path is a tenant's: beside the origin it can name no other host.
    const asked =
      question.isGrpc === true ? GRPC_CALL : { method: "GET" as const, path: question.path, headers: {}, body: null };
    const headers = { ...asked.headers, "user-agent": "berth-reachability", connection: "close" };
    const signal = AbortSignal.timeout(3 * timeoutMs);
    const { statusCode: status, headers: said, body } = await client.request({ ...asked, headers, signal });
    body.on("error", () => undefined).destroy();
    if (front !== undefined && said[REFUSAL] === "simulated") throw new BrokenLinkError("NodesSimulated", "");
    return { kind: "answered", status };
  } finally {
    await client.destroy();
  }
}

async function resolvePublic(
  { resolve }: AddressAskerOptions,
  guard: AddressGuard,
  name: string,
): Promise<readonly string[]> {
  const addresses = await resolve(name).catch(() => undefined);
  if (addresses === undefined) throw new BrokenLinkError("DnsUnavailable", "no server answered");
  if (addresses.length === 0) throw new BrokenLinkError("NameUnknown", "there is none");
  try {
    for (const address of addresses) guard.assertHost(address);
  } catch {
    throw new BrokenLinkError("AddressRefused", "it is not public");
  }
  return addresses;
}

function connectorOf(
  { front, ca, timeoutMs = TIMEOUT_MS }: AddressAskerOptions,
  addresses: readonly string[],
): buildConnector.connector {
  const connect = buildConnector({
    timeout: timeoutMs,
    // A session that is resumed shows no certificate.
    maxCachedSessions: 0,
    lookup: pinnedLookup(addresses),
    ...(ca === undefined ? {} : { ca: [...rootCertificates, ca] }),
  });
  return (target, callback) => {
    const servername = target.hostname;
    const at = front === undefined ? target : { ...target, hostname: front.address, port: String(front.port) };
    connect({ ...at, servername }, (...result) => {
      const [error] = result;
      if (error === null) callback(...result);
      else callback(connectFault(error), null);
    });
  };
}

function pinnedLookup(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_host, { all }, callback) => {
    const [first = { address: "", family: 4 }] = found;
    if (all === true) callback(null, found);
    else callback(null, first.address, first.family);
  };
}

function connectFault(error: Error): BrokenLinkError {
  const code = codeOf(error);
  const tls = TLS_FAULTS.find(([pattern]) => pattern.test(code));
  if (tls !== undefined) return new BrokenLinkError("TlsInvalid", tls[1]);
  const isLate = code === "UND_ERR_CONNECT_TIMEOUT" || code === "ETIMEDOUT";
  const detail = isLate ? "no answer in time" : code === "ECONNREFUSED" ? "it refuses them" : "no way leads there";
  return new BrokenLinkError("AddressSilent", detail);
}

function faultOf(error: unknown): Answer {
  if (error instanceof BrokenLinkError) return { kind: "failed", link: error.link, detail: error.message };
  const isLate = codeOf(error) === "UND_ERR_HEADERS_TIMEOUT" || (error as Error).name === "TimeoutError";
  return { kind: "failed", link: "AnswerMissing", detail: isLate ? "no answer in time" : "the answer was broken off" };
}

function codeOf(error: unknown): string {
  const { code } = error as { code?: unknown };
  return typeof code === "string" ? code : "";
}
