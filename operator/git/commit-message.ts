import { createHash } from "node:crypto";
import { GitError } from "./git-error.ts";
import type { WriteRequest } from "./write-request.ts";
import { CANONICAL_UUID } from "../../contract/rest/formats.ts";

type Trailers = WriteRequest["trailers"];

const RESOURCE = /^[A-Za-z0-9][A-Za-z0-9.-]*(\/[A-Za-z0-9][A-Za-z0-9._-]*){0,3}$/;
const RESOURCE_LENGTH_MAX = 600;
const REQUEST_ID = /^[A-Za-z0-9._-]{1,64}$/;
const REQUEST_ID_TRAILER = "Berth-Request-Id: ";
const REMOVED_TRAILER = "Berth-Removed: ";
const REMOVED = /^clusters\/[a-z0-9-]{1,63}(\/(deployments|databases)\/[a-z0-9-]{1,63})?$/;

/** Lists the trailer lines of one resource; a request id that people chose freely is replaced by its hash. */
export function trailerLines(trailers: Trailers): readonly string[] {
  const { resource, generation, requestId, author, removes } = trailers;
  if (!RESOURCE.test(resource) || resource.length > RESOURCE_LENGTH_MAX || !Number.isSafeInteger(generation)) {
    throw new GitError(
      "InvalidPath",
      "Expected trailers with a resource like Kind/namespace/name and a whole generation",
    );
  }
  const lines = [`Berth-Resource: ${resource}`, `Berth-Generation: ${generation}`];
  if (requestId !== undefined) lines.push(`${REQUEST_ID_TRAILER}${safeRequestId(requestId)}`);
  if (author !== undefined && CANONICAL_UUID.test(author)) lines.push(`Berth-User: ${author}`);
  if (removes !== undefined && REMOVED.test(removes)) lines.push(`${REMOVED_TRAILER}${removes}`);
  return lines;
}

/** Returns the request ids that trailers name, each once. */
export function requestIdsOf(lines: readonly string[]): readonly string[] {
  const named = lines.filter((line) => line.startsWith(REQUEST_ID_TRAILER));
  return [...new Set(named.map((line) => line.slice(REQUEST_ID_TRAILER.length)))];
}

function safeRequestId(requestId: string): string {
  if (REQUEST_ID.test(requestId)) return requestId;
  return `replaced-${createHash("sha1").update(requestId).digest("hex").slice(0, 12)}`;
}

/** Composes the message of a commit: one subject, then every resource's trailers as one block. */
export function commitMessage(resources: readonly Readonly<{ resource: string; lines: readonly string[] }>[]): string {
  const [first] = resources;
  const what = resources.length === 1 && first !== undefined ? first.resource : `${resources.length} resources`;
  return `Update ${what}\n\n${resources.flatMap(({ lines }) => lines).join("\n")}\n`;
}
