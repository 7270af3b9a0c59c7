import type { Request, Response } from "express";

/** Who may read an answer from a page of another site: pages of every origin, or of those that are listed. */
export type PageReaders = "all" | ReadonlySet<string>;

/**
 * Lets pages of other sites read an answer (CORS), never with cookies, and answers their preflight: true says that this was one.
 * It comes before everything that can refuse: a page reads a refusal, and what it names, only with these headers.
 */
export function shareWithPages(
  readers: PageReaders,
  methods: readonly string[],
  { request, response }: Readonly<{ request: Request; response: Response }>,
): boolean {
  const { origin, "access-control-request-method": asked } = request.headers;
  if (readers !== "all" && readers.size > 0) response.vary("Origin");
  const reader = readerOf(readers, origin);
  if (reader === undefined) return false;
  response.setHeader("Access-Control-Allow-Origin", reader);
  response.setHeader("Access-Control-Expose-Headers", EXPOSED);
  if (request.method !== "OPTIONS" || asked === undefined) return false;
  response.setHeader("Access-Control-Allow-Methods", methods.join(", "));
  response.setHeader("Access-Control-Allow-Headers", ALLOWED);
  response.setHeader("Access-Control-Max-Age", PREFLIGHT_S);
  response.status(204).end();
  return true;
}

const EXPOSED = "WWW-Authenticate, Mcp-Session-Id, Retry-After, X-Request-Id";
/** Headers of MCP have names of their own for each revision and tool; the star does not stand for Authorization. */
const ALLOWED = "Authorization, *";
const PREFLIGHT_S = 600;

function readerOf(readers: PageReaders, origin: string | undefined): string | undefined {
  if (readers === "all") return "*";
  return origin !== undefined && readers.has(origin) ? origin : undefined;
}
