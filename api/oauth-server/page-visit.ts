import type { IncomingMessage } from "node:http";
import type { Request, Response } from "express";
import type { Provider } from "oidc-provider";
import { BerthError } from "../../contract/errors.ts";
import { authenticate } from "../http/authenticate.ts";
import { isForeign } from "../http/csrf.ts";
import { readProof, type Proof } from "../http/credentials.ts";
import type { User } from "../http/principal.ts";
import type { Services } from "../services.ts";
import type { OauthKeys } from "./oauth-keys.ts";
import type { Page } from "./page-frame.ts";
import { errorPage } from "./pages.ts";

/** What asks people. */
export type Interactions = Readonly<{ provider: Provider; services: Services; keys: OauthKeys; publicUrl: string }>;

/** Somebody at a page. */
export type PageVisit = Readonly<{ request: Request; response: Response; proof: Proof; user: User | undefined }>;

/** Sees who is at a page; undefined where it was answered already, for whoever acts as another user decides nothing for them. */
export async function openPage(
  { services }: Interactions,
  request: Request,
  response: Response,
): Promise<PageVisit | undefined> {
  const proof = readProof(
    { cookie: request.headers.cookie },
    { isSecure: services.isSecure, serviceOf: () => undefined },
  );
  const principal = await authenticate(services, proof);
  const user = principal.kind === "user" ? principal : undefined;
  if (user?.impersonatorId != null) {
    const text = "You act as another user, and cannot connect applications for them.";
    sendPage(response, 403, errorPage("forbidden", text));
    return undefined;
  }
  return { request, response, proof, user };
}

/** Tells whether a page of ours was sent, by who saw it, and for what it was made. */
export function isOwnForm(
  { keys, publicUrl }: Interactions,
  { request, user }: PageVisit,
  { form, purpose }: Readonly<{ form: URLSearchParams; purpose: string }>,
): boolean {
  const isForeignSite = isForeign(request.headers, new URL(publicUrl).origin);
  return !isForeignSite && keys.isFormToken(form.get("token") ?? "", purpose, user?.credentialId ?? null);
}

/** Answers with a page. */
export function sendPage(response: Response, status: number, { body, headers }: Page): void {
  response.statusCode = status;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.end(body);
}

/** Sends the browser to the page anew: its cookies say more now. */
export function again({ request, response }: Pick<PageVisit, "request" | "response">): void {
  response.statusCode = 303;
  response.setHeader("Location", request.originalUrl);
  response.setHeader("Cache-Control", "no-store");
  response.end();
}

const FORM_BYTES_MAX = 16_384;

/** Reads the form that a page has sent. */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  if (!/^application\/x-www-form-urlencoded\b/i.test(request.headers["content-type"] ?? ""))
    throw new BerthError("unsupported_media_type");
  const chunks: Buffer[] = [];
  let size = 0;
  // Leaving the loop must not destroy the request: the connection still carries the answer.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    size += (chunk as Buffer).length;
    if (size > FORM_BYTES_MAX) throw new BerthError("too_large");
    chunks.push(chunk as Buffer);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString("utf8"));
}
