import { errors, type Adapter, type AdapterPayload } from "oidc-provider";
import { recordAudit } from "../../adapters/postgres/requests/audit-store.ts";
import { notePoll } from "../../adapters/postgres/oauth/device-code-store.ts";
import { documentClientId } from "../../adapters/postgres/oauth/agent-client-store.ts";
import { findOauthClient, type OauthClient } from "../../adapters/postgres/oauth/oauth-client-store.ts";
import {
  consumeOauthRecord,
  deleteGrant,
  deleteGrantTokens,
  deleteOauthRecord,
  findOauthRecord,
  upsertOauthRecord,
  type EndedGrant,
  type OauthModel,
} from "../../adapters/postgres/oauth/oauth-record-store.ts";
import { inTransaction, isPostgresAway, type Pool } from "../../adapters/postgres/pool.ts";
import type { Queryable } from "../../adapters/postgres/queryable.ts";
import { hashToken } from "../identity/api-key-format.ts";
import { newId } from "../identity/new-id.ts";
import type { SecretSeal } from "../webhooks/seal-secret.ts";
import { CLI_CLIENT_ID } from "../../contract/identity.ts";
import { findCliClient } from "./cli-client.ts";
import { toClientMetadata } from "./client-metadata.ts";
import { isDocumentUrl, type DocumentClients } from "./document-clients.ts";
import type { OauthKeys } from "./oauth-keys.ts";
import { libraryRequest } from "./library-request.ts";
import { openPayload, sealPayload } from "./record-seal.ts";
import { CANONICAL_UUID } from "../../contract/rest/formats.ts";

type Parts = Readonly<{ pool: Pool; seal: SecretSeal; keys: OauthKeys; documents: DocumentClients }>;

const MODELS: ReadonlySet<string> = new Set<OauthModel>([
  "Interaction",
  "Grant",
  "AuthorizationCode",
  "DeviceCode",
  "AccessToken",
  "RefreshToken",
]);

/** Makes the store of one of the library's models; clients are read only, and sessions are not kept (docs/adr/0017). */
export function createOauthAdapter(parts: Parts): (model: string) => Adapter {
  return (model) => {
    if (model === "Client") return clientAdapter(parts);
    return MODELS.has(model) ? new RecordAdapter(model as OauthModel, parts) : FORGETFUL;
  };
}

const nothing = (): Promise<undefined> => Promise.resolve(undefined);
const FORGETFUL: Adapter = {
  upsert: nothing,
  find: nothing,
  findByUserCode: nothing,
  findByUid: nothing,
  consume: nothing,
  destroy: nothing,
  revokeByGrantId: nothing,
};

function clientAdapter({ pool, documents }: Parts): Adapter {
  return {
    ...FORGETFUL,
    async find(id) {
      if (id === CLI_CLIENT_ID) return toClientMetadata(await guarded(() => findCliClient(pool)));
      if (isDocumentUrl(id)) return metadataOf(await guarded(() => documents(id)));
      const client = CANONICAL_UUID.test(id) ? await guarded(() => findOauthClient(pool, id)) : undefined;
      // What a document describes has one name: its address, which is looked at each time.
      return client?.metadataUrl === null ? metadataOf(client) : undefined;
    },
  };
}

function metadataOf(client: OauthClient | undefined): AdapterPayload | undefined {
  return client === undefined ? undefined : toClientMetadata(client);
}

/** Keeps records under the hash of their id, their contents sealed, so that Postgres alone gives nobody a token. */
class RecordAdapter implements Adapter {
  readonly #model: OauthModel;
  readonly #parts: Parts;

  constructor(model: OauthModel, parts: Parts) {
    this.#model = model;
    this.#parts = parts;
  }

  async upsert(id: string, payload: AdapterPayload, expiresInS: number): Promise<undefined> {
    const idHash = hashToken(id);
    const { accountId = null, clientId = null, grantId, scope = "", aud, userCode } = payload;
    const ownHash = this.#model === "Grant" ? idHash : null;
    const record = {
      model: this.#model,
      idHash,
      sealedPayload: sealPayload(this.#parts.seal, { model: this.#model, idHash }, payload),
      accountId,
      clientId: clientId === null || CANONICAL_UUID.test(clientId) ? clientId : await this.#rowIdOf(clientId),
      grantHash: grantId === undefined ? ownHash : hashToken(grantId),
      scopes: scope.split(" ").filter((one) => one !== ""),
      audience: aud === undefined ? null : ("mcp" as const),
      userCodeHash: userCode === undefined ? null : this.#parts.keys.userCodeHash(userCode),
      expiresAt: new Date(Date.now() + expiresInS * 1_000),
    };
    await guarded(() => upsertOauthRecord(this.#parts.pool, record));
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const key = { model: this.#model, idHash: hashToken(id) };
    if (this.#model === "DeviceCode") await this.#assertPatient(key.idHash);
    const found = await guarded(() => findOauthRecord(this.#parts.pool, key.model, key.idHash));
    const kept = found === undefined ? undefined : openPayload(this.#parts.seal, key, found.sealedPayload);
    if (found === undefined || kept === undefined) return undefined;
    const { consumedAt, expiresAt } = found;
    const consumed = consumedAt === null ? {} : { consumed: toSeconds(consumedAt) };
    return { ...kept, jti: id, exp: toSeconds(expiresAt), ...consumed };
  }

  /** Of two uses at once the second is found out here, and ends the grant as a later one would. */
  async consume(id: string): Promise<undefined> {
    const idHash = hashToken(id);
    const { pool } = this.#parts;
    if (await guarded(() => consumeOauthRecord(pool, this.#model, idHash))) return;
    await this.#end((db) => deleteGrant(db, this.#model, idHash));
    throw new errors.InvalidGrant("it was used already");
  }

  async destroy(id: string): Promise<undefined> {
    const idHash = hashToken(id);
    if (this.#model === "Grant") await this.#end((db) => deleteGrant(db, "Grant", idHash));
    else await guarded(() => deleteOauthRecord(this.#parts.pool, this.#model, idHash));
  }

  async revokeByGrantId(grantId: string): Promise<undefined> {
    await guarded(() => deleteGrantTokens(this.#parts.pool, this.#model, hashToken(grantId)));
  }

  findByUid(): Promise<undefined> {
    return nothing();
  }

  /** Who types a code is asked by device-page.ts. */
  findByUserCode(): Promise<undefined> {
    return nothing();
  }

  /** The client_id of a document is its address; records belong to its row. */
  #rowIdOf(url: string): Promise<string> {
    return guarded(() => documentClientId(this.#parts.pool, url));
  }

  /** A device that waits asks now and then (RFC 8628, 3.5). */
  async #assertPatient(idHash: Buffer): Promise<void> {
    if (!(await guarded(() => notePoll(this.#parts.pool, idHash)))) throw new errors.SlowDown();
  }

  /** The end of a grant and its audit entry are one. */
  async #end(end: (db: Queryable) => Promise<EndedGrant | undefined>): Promise<void> {
    await guarded(() =>
      inTransaction(this.#parts.pool, async (db) => {
        const ended = await end(db);
        if (ended !== undefined) await recordAudit(db, endedEntry(ended), "succeeded");
      }),
    );
  }
}

function toSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1_000);
}

function endedEntry({ accountId, clientId, organizationId }: EndedGrant): Parameters<typeof recordAudit>[1] {
  const request = libraryRequest();
  return {
    id: newId(),
    requestId: request?.requestId ?? newId(),
    actorUserId: accountId,
    impersonatorId: null,
    principal: "oauth",
    organizationId,
    action: "revokeToken",
    targetKind: "OAuthClient",
    targetId: clientId,
    changes: undefined,
    sourceAddress: request?.address ?? null,
  };
}

/** Postgres away is the protocol's "temporarily unavailable", not a fault of ours. */
async function guarded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (!isPostgresAway(cause)) throw cause;
    const away = new errors.TemporarilyUnavailable("Berth cannot reach its database; try again", { cause });
    away.statusCode = 503;
    away.status = 503;
    throw away;
  }
}
