import { Readable } from "node:stream";
import git from "isomorphic-git";
import type { HttpClient as GitHttpClient } from "isomorphic-git";
import { GitError } from "./git-error.ts";
import { answered, type HttpClient } from "./http-client.ts";

/** What the server can do, as far as the writer uses it. */
export type RemoteFeatures = Readonly<{ filter: boolean; thinPush: boolean }>;

/** Asks the server what it can do, and with it whether our credentials may push. */
export async function readFeatures(http: HttpClient, signal?: AbortSignal): Promise<RemoteFeatures> {
  const client = { http: isomorphicClient(http, signal), url: http.base };
  const fetching = await translated(git.getRemoteInfo2({ ...client, protocolVersion: 2 }));
  if (fetching.protocolVersion !== 2) {
    throw new GitError("GitUnavailable", "The Git server does not speak protocol version 2");
  }
  const pushing = await translated(git.getRemoteInfo2({ ...client, protocolVersion: 1, forPush: true }));
  const format = pushing.capabilities["object-format"] ?? "sha1";
  if (format !== "sha1") throw new GitError("GitUnavailable", "The Git repository uses SHA-256 ids; expected SHA-1");
  const filter = String(fetching.capabilities.fetch ?? "")
    .split(" ")
    .includes("filter");
  return { filter, thinPush: pushing.capabilities["no-thin"] === undefined };
}

/** Asks for the commit at which a branch is now; undefined when there is no such branch. */
export async function readHead(http: HttpClient, branch: string, signal?: AbortSignal): Promise<string | undefined> {
  const ref = `refs/heads/${branch}`;
  const client = { http: isomorphicClient(http, signal), url: http.base };
  const refs = await translated(git.listServerRefs({ ...client, protocolVersion: 2, prefix: ref }));
  return refs.find((found) => found.ref === ref)?.oid;
}

/** Turns what isomorphic-git throws into a GitError. */
export async function translated<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof GitError) throw error;
    // Its messages may quote the whole answer of the server.
    const isHttp = error instanceof git.Errors.HttpError;
    const what = isHttp
      ? answered(error.data.statusCode)
      : "The Git server answered something that is not Git's protocol";
    throw new GitError("GitUnavailable", what);
  }
}

/** Lets isomorphic-git speak through our connections, with our deadline and our credentials. */
export function isomorphicClient(http: HttpClient, signal: AbortSignal | undefined): GitHttpClient {
  return {
    request: async ({ url, method, headers, body }) => {
      const path = url.slice(http.base.length + 1);
      const sent = body === undefined ? undefined : await collect(body);
      const answer = await http.sendRaw({ path, headers, body: sent, signal });
      const statusMessage = answer.status === 200 ? "OK" : "refused";
      const type = { "content-type": answer.contentType };
      return {
        url,
        method,
        headers: type,
        body: Readable.from([answer.body]).iterator(),
        statusCode: answer.status,
        statusMessage,
      };
    },
  };
}

/** isomorphic-git calls it an iterator but also hands over plain arrays of buffers. */
async function collect(body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of body) parts.push(part);
  return Buffer.concat(parts);
}
