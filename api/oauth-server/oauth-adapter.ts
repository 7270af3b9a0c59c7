import { randomBytes } from "node:crypto";
import { errors, Provider, type Adapter, type AdapterPayload } from "oidc-provider";
import { recordAudit } from "../../adapters/postgres/requests/audit-store.ts";
import { findOauthClient } from "../../adapters/postgres/oauth/oauth-client-store.ts";
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

type Parts = Readonly<{ pool: Pool; seal: SecretSeal }>;

const MODELS: ReadonlySet<string> = new Set<OauthModel>([
  "Interaction",
  "Grant",
  "AuthorizationCode",
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

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Stands where the library wants a secret: the hash is compared instead, and should that fail, nobody has this. */
const NO_SECRET = randomBytes(32).toString("base64url");

function clientAdapter({ pool }: Parts): Adapter {
  return {
    ...FORGETFUL,
    async find(id) {
      if (id === CLI_CLIENT_ID) return toClientMetadata(await guarded(() => findCliClient(pool)), NO_SECRET);
      const client = UUID.test(id) ? await guarded(() => findOauthClient(pool, id)) : undefined;
      return client === undefined ? undefined : toClientMetadata(client, NO_SECRET);
    },
  };
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
    // The id is what a bearer shows: it is nowhere but in its hash.
    const kept = { ...payload, jti: undefined };
    const { accountId = null, clientId = null, grantId, scope = "", aud } = payload;
    const ownHash = this.#model === "Grant" ? idHash : null;
    const record = {
      model: this.#model,
      idHash,
      sealedPayload: this.#parts.seal.seal(JSON.stringify(kept), this.#sealedFor(idHash)),
      accountId,
      clientId,
      grantHash: grantId === undefined ? ownHash : hashToken(grantId),
      scopes: scope.split(" ").filter((one) => one !== ""),
      audience: aud === undefined ? null : ("mcp" as const),
      expiresAt: new Date(Date.now() + expiresInS * 1_000),
    };
    await guarded(() => upsertOauthRecord(this.#parts.pool, record));
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const idHash = hashToken(id);
    const found = await guarded(() => findOauthRecord(this.#parts.pool, this.#model, idHash));
    const kept = found === undefined ? undefined : this.#open(found.sealedPayload, idHash);
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

  findByUserCode(): Promise<undefined> {
    return nothing();
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

  #sealedFor(idHash: Buffer): string {
    return `oauth ${this.#model} ${idHash.toString("base64url")}`;
  }

  /** What was sealed with a key that is no longer there is as good as gone. */
  #open(sealed: Buffer, idHash: Buffer): AdapterPayload | undefined {
    try {
      return JSON.parse(this.#parts.seal.open(sealed, this.#sealedFor(idHash))) as AdapterPayload;
    } catch {
      return undefined;
    }
  }
}

function toSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1_000);
}

function endedEntry({ accountId, clientId, organizationId }: EndedGrant): Parameters<typeof recordAudit>[1] {
  const sentId = Provider.ctx?.res.getHeader("X-Request-Id");
  return {
    id: newId(),
    requestId: typeof sentId === "string" ? sentId : newId(),
    actorUserId: accountId,
    impersonatorId: null,
    principal: "oauth",
    organizationId,
    action: "revokeToken",
    targetKind: "OAuthClient",
    targetId: clientId,
    changes: undefined,
    sourceAddress: Provider.ctx?.ip ?? null,
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
