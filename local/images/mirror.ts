/*
 * What containerd asks first for every image of every registry (`?ns=` says which): the images of this machine, read only,
 * by the pull half of the OCI distribution API. What is not here, containerd asks its registry for.
 */
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { isRepository } from "./image-name.ts";
import type { ImageStore } from "./image-store.ts";

type Blob = Readonly<{ path: string; digest: string; mediaType: string }>;

const JSON_TYPE = { "content-type": "application/json" };

/** Serves the images of a store. */
export function createMirror(store: ImageStore): Server {
  return createServer((request, response) => {
    answer(store, request, response).catch(() => {
      if (response.headersSent) response.destroy();
      else refuse(response, 500, "UNKNOWN");
    });
  });
}

async function answer(store: ImageStore, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method !== "GET" && request.method !== "HEAD") {
    refuse(response, 405, "UNSUPPORTED");
    return;
  }
  const url = URL.parse(request.url ?? "", "http://mirror");
  if (url !== null && /^\/v2\/?$/.test(url.pathname)) {
    response.writeHead(200, JSON_TYPE).end("{}");
    return;
  }
  const blob = url === null ? undefined : await find(store, url);
  if (blob === undefined) refuse(response, 404, "NAME_UNKNOWN");
  else await send(blob, response, request.method === "HEAD");
}

async function find(store: ImageStore, url: URL): Promise<Blob | undefined> {
  const [, repository = "", kind, reference = ""] = /^\/v2\/(.+)\/(manifests|blobs)\/([^/]+)$/.exec(url.pathname) ?? [];
  if (!isRepository(repository)) return undefined;
  if (kind === "blobs") return locate(store, { digest: reference, mediaType: "application/octet-stream" });
  const name = `${url.searchParams.get("ns") ?? "docker.io"}/${repository}:${reference}`;
  const found = await store.find(reference.startsWith("sha256:") ? reference : name);
  return found && locate(store, found);
}

async function locate(store: ImageStore, { digest, mediaType }: Omit<Blob, "path">): Promise<Blob | undefined> {
  const path = await store.findBlob(digest);
  return path === undefined ? undefined : { path, digest, mediaType };
}

async function send({ path, digest, mediaType }: Blob, response: ServerResponse, isHead: boolean): Promise<void> {
  const { size } = await stat(path);
  response.writeHead(200, { "content-type": mediaType, "content-length": size, "docker-content-digest": digest });
  if (isHead) response.end();
  else await pipeline(createReadStream(path), response);
}

function refuse(response: ServerResponse, status: number, code: string): void {
  const errors = [{ code, message: "There is no such image here" }];
  response.writeHead(status, JSON_TYPE).end(JSON.stringify({ errors }));
}
