import type { IncomingMessage, ServerResponse } from "node:http";
import { connect, constants, type ClientHttp2Stream, type IncomingHttpHeaders } from "node:http2";
import { connect as connectTcp } from "node:net";

/** Where a call goes, and with what. */
type GrpcCall = Readonly<{ address: string; port: number; path: string; headers: IncomingHttpHeaders }>;

/** Says of a call how it ended. */
const OUTCOME = /^grpc-(?:status|message|status-details-bin)$/;
const ORIGIN = "http://application";

/** Passes a call on by HTTP/2 without TLS, both ways at once, with the trailers that say how it ended. */
export function passGrpc(
  request: IncomingMessage,
  response: ServerResponse,
  { address, port, path, headers }: GrpcCall,
): ClientHttp2Stream {
  const session = connect(ORIGIN, { createConnection: () => connectTcp(port, address) });
  const method = request.method ?? "POST";
  const asked = session.request({ ...headers, ":method": method, ":path": path, te: "trailers" }, { endStream: false });
  session.on("error", (error) => asked.destroy(error));
  asked.on("close", () => session.destroy());
  asked.on("response", (said, flags) => {
    const isWhole = (flags & constants.NGHTTP2_FLAG_END_STREAM) !== 0;
    // Who answers with headers alone has said there how it ended.
    response.writeHead(
      said[":status"] ?? 502,
      plain(said, (name) => !isWhole || !OUTCOME.test(name)),
    );
    response.flushHeaders();
    if (isWhole) response.addTrailers(plain(said, (name) => OUTCOME.test(name)));
    asked.pipe(response);
  });
  asked.on("trailers", (said) => response.addTrailers(plain(said, () => true)));
  request.pipe(asked);
  return asked;
}

const CONNECTION = /^(?::.*|connection|keep-alive|transfer-encoding)$/;

function plain(headers: IncomingHttpHeaders, isWanted: (name: string) => boolean): Record<string, string> {
  const entries = Object.entries(headers).filter(([name]) => !CONNECTION.test(name) && isWanted(name));
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
}
