import type { Request, Response } from "express";
import { insertAgentClient, type AgentClient } from "../../adapters/postgres/oauth/agent-client-store.ts";
import type { OauthClient } from "../../adapters/postgres/oauth/oauth-client-store.ts";
import { inTransaction } from "../../adapters/postgres/pool.ts";
import { BerthError } from "../../contract/errors.ts";
import { readJsonBody } from "../http/body.ts";
import { newId } from "../identity/new-id.ts";
import type { Services } from "../services.ts";
import { ClientMetadataFault, readAgentClient } from "./read-agent-client.ts";
import { recordRegistration, type RegisteringRequest } from "./record-registration.ts";
import type { RegistrationLimit } from "./registration-limit.ts";

type Registering = Readonly<{ services: Pick<Services, "pool">; mayRegister: RegistrationLimit }>;

/**
 * Registers an application of agents that nobody has looked at (RFC 7591): public, for agents only, and gone after a day
 * unless a person consents. What it asked for beyond that is answered as it is instead, which the RFC leaves to us.
 */
export async function registerClient(
  { services, mayRegister }: Registering,
  request: Request,
  response: Response,
): Promise<void> {
  const client = await readRegistration(request);
  if (client instanceof ClientMetadataFault) {
    response.status(400).setHeader("Cache-Control", "no-store");
    response.json({ error: client.error, error_description: client.message });
    return;
  }
  if (!(await mayRegister(request.ip ?? ""))) throw new BerthError("rate_limited", { retryAfterSeconds: RETRY_S });
  const made = await keep(services, client, {
    requestId: String(response.locals["requestId"]),
    address: request.ip ?? "",
  });
  response.status(201).setHeader("Cache-Control", "no-store");
  response.json(answerOf(made));
}

const RETRY_S = 3_600;

async function readRegistration(request: Request): Promise<AgentClient | ClientMetadataFault> {
  const body = await readJsonBody(request);
  try {
    return readAgentClient(body);
  } catch (error) {
    if (error instanceof ClientMetadataFault) return error;
    throw error;
  }
}

async function keep(
  { pool }: Pick<Services, "pool">,
  client: AgentClient,
  request: RegisteringRequest,
): Promise<OauthClient> {
  return inTransaction(pool, async (db) => {
    const made = await insertAgentClient(db, newId(), client);
    if (made === undefined) throw new BerthError("rate_limited", { retryAfterSeconds: RETRY_S });
    await recordRegistration(db, made, request);
    return made;
  });
}

function answerOf({ id, name, redirectUris, scopes, createdAt }: OauthClient): Readonly<Record<string, unknown>> {
  return {
    client_id: id,
    client_id_issued_at: Math.floor(createdAt.getTime() / 1_000),
    client_name: name,
    redirect_uris: redirectUris,
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: "none",
    scope: scopes.join(" "),
  };
}
