import { ipKeyGenerator } from "express-rate-limit";
import { errors } from "oidc-provider";
import { DocumentAway, DocumentRefused, type FetchDocument } from "../../adapters/outgoing/client-document.ts";
import { findDocumentClient, keepDocumentClient } from "../../adapters/postgres/oauth/agent-client-store.ts";
import type { OauthClient } from "../../adapters/postgres/oauth/oauth-client-store.ts";
import { inTransaction, type Pool } from "../../adapters/postgres/pool.ts";
import { isMap, parseIfJson } from "../../contract/json.ts";
import { TakenPlaces } from "../http/taken-places.ts";
import { newId } from "../identity/new-id.ts";
import { libraryRequest } from "./library-request.ts";
import { ClientMetadataFault, readAgentClient } from "./read-agent-client.ts";
import { recordRegistration, type RegisteringRequest } from "./record-registration.ts";
import type { RegistrationLimit } from "./registration-limit.ts";

type Parts = Readonly<{ pool: Pool; fetchDocument: FetchDocument; mayRegister: RegistrationLimit }>;

/** Finds the application that the document at a URL describes; undefined when there is none. */
export type DocumentClients = (url: string) => Promise<OauthClient | undefined>;

const HOUR_MS = 3_600_000;
/** How long what was read counts, and how long where the document cannot be read again. */
const [FRESH_MS, STALE_MS] = [HOUR_MS, 24 * HOUR_MS];
/**
 * How many are read at once: each holds a connection for seconds, for somebody who is nobody yet. Of them so many for one address,
 * and of one host: those that hang keep nobody else away.
 */
const [AT_ONCE_MAX, EACH_MAX] = [8, 2];

/**
 * Finds applications by the documents that describe them (Client ID Metadata Documents):
 * 1. one that an admin has blocked is none, whatever its document says;
 * 2. what was read in the last hour counts;
 * 3. else the document is read, once for all who ask, as often as the address that asks may register applications;
 * 4. who is away has what was read in the last day; a document that is gone, or says what it may not, is no application.
 */
export function createDocumentClients(parts: Parts): DocumentClients {
  const reading = new Map<string, Promise<OauthClient | undefined>>();
  const places = new TakenPlaces();
  return async (url) => {
    const known = await findDocumentClient(parts.pool, url);
    if (known?.registration === "blocked") return undefined;
    if (isYounger(known, FRESH_MS)) return known;
    return (await readOnce(url)) ?? (isYounger(known, STALE_MS) ? known : undefined);
  };

  async function readOnce(url: string): Promise<OauthClient | undefined> {
    const running = reading.get(url);
    if (running !== undefined) return running;
    // Pages read no document: who is at one came from an endpoint that has.
    const request = libraryRequest();
    if (request === undefined || reading.size >= AT_ONCE_MAX) return undefined;
    const leave = takePlaces(places, [`address ${ipKeyGenerator(request.address)}`, `host ${new URL(url).host}`]);
    if (leave === undefined) return undefined;
    const read = readDocument(parts, url, request).finally(() => {
      reading.delete(url);
      leave();
    });
    reading.set(url, read);
    return read;
  }
}

/** Takes a place of each, or none. */
function takePlaces(places: TakenPlaces, keys: readonly string[]): (() => void) | undefined {
  const taken = keys.map((key) => places.take(key, EACH_MAX));
  const leave = (): void => {
    for (const leaveOne of taken) leaveOne?.();
  };
  if (!taken.includes(undefined)) return leave;
  leave();
  return undefined;
}

function isYounger(client: OauthClient | undefined, maxMs: number): boolean {
  const age = client?.fetchedAgeMs ?? null;
  return age !== null && age < maxMs;
}

/** Tells whether a client_id is the address of a document: one spelling, the usual port, a path, and nothing hidden in it. */
export function isDocumentUrl(id: string): boolean {
  if (!id.startsWith("https://") || id.length > 512 || !URL.canParse(id)) return false;
  const { href, pathname, port, search, hash, username, password } = new URL(id);
  return href === id && pathname !== "/" && [port, search, hash, username, password].every((part) => part === "");
}

/** Undefined where it cannot be read now; what it says wrongly is said. */
async function readDocument(
  { pool, fetchDocument, mayRegister }: Parts,
  url: string,
  request: RegisteringRequest,
): Promise<OauthClient | undefined> {
  if (!(await mayRegister(request.address))) return undefined;
  try {
    const client = readAgentClient(documentOf(url, await fetchDocument(url)));
    return await inTransaction(pool, async (db) => {
      const kept = await keepDocumentClient(db, { id: newId(), url }, client);
      if (kept?.version === 1) await recordRegistration(db, { id: kept.id, name: url.slice(0, 100) }, request);
      // An admin may have blocked it meanwhile.
      return kept?.registration === "blocked" ? undefined : kept;
    });
  } catch (error) {
    if (error instanceof DocumentAway) return undefined;
    if (error instanceof DocumentRefused) throw refused(`the document at client_id cannot be read: ${error.message}`);
    if (error instanceof ClientMetadataFault) throw refused(`the document at client_id: ${error.message}`);
    throw error;
  }
}

function refused(why: string): Error {
  return new errors.InvalidClientMetadata(why);
}

/** Whoever the document does not name as itself could be described by somebody else. */
function documentOf(url: string, text: string): Readonly<Record<string, unknown>> {
  const document = parseIfJson(text);
  if (!isMap(document)) throw fault("is no JSON object");
  const { client_id: id, client_secret: secret, token_endpoint_auth_method: method = "none" } = document;
  if (id !== url) throw fault("client_id: not the address that it lies at");
  if (secret !== undefined || method !== "none") throw fault("token_endpoint_auth_method: only public applications");
  return document;
}

function fault(message: string): ClientMetadataFault {
  return new ClientMetadataFault("invalid_client_metadata", message);
}
