import { z } from "zod";
import type { AgentClient } from "../../adapters/postgres/oauth/agent-client-store.ts";
import { isRealUri, redirectUris } from "../../contract/rest/oauth-clients.ts";
import { AGENT_SCOPES } from "../../contract/rest/scopes.ts";

/** Says, in the words of RFC 7591, what is wrong with what an application says of itself. */
export class ClientMetadataFault extends Error {
  override readonly name = "ClientMetadataFault";
  readonly error: "invalid_redirect_uri" | "invalid_client_metadata";

  constructor(error: ClientMetadataFault["error"], message: string) {
    super(message);
    this.error = error;
  }
}

const NAME_MAX = 100;
/** Signs that people cannot see, or that turn what stands beside them around. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Whatever else it says is nothing here: no secret, no key, no link of its own choosing on a page of ours. */
const metadata = z.object({
  client_name: z.string().optional(),
  scope: z.string().max(2_048).optional(),
  grant_types: z.array(z.string()).optional(),
  response_types: z.array(z.string()).optional(),
});
const withUris = z.object({ redirect_uris: redirectUris });

/**
 * Reads what an application of agents says of itself (RFC 7591): a public one, with PKCE, for what agents may have. Where its
 * answers go is held to the rules of applications that admins register.
 */
export function readAgentClient(given: unknown): AgentClient {
  const { redirect_uris: uris } = parsed(withUris, given, "invalid_redirect_uri");
  if (new Set(uris).size !== uris.length || !uris.every(isRealUri))
    throw new ClientMetadataFault("invalid_redirect_uri", "redirect_uris: each once, and each an address");
  const client = parsed(metadata, given, "invalid_client_metadata");
  const { grant_types: grants = ["authorization_code"], response_types: responses = ["code"] } = client;
  if (!grants.includes("authorization_code") || !responses.includes("code"))
    throw new ClientMetadataFault("invalid_client_metadata", "grant_types, response_types: only codes are given");
  return { name: nameOf(client.client_name, uris[0] ?? ""), redirectUris: uris, scopes: scopesOf(client.scope) };
}

function parsed<T>(schema: z.ZodType<T>, given: unknown, error: ClientMetadataFault["error"]): T {
  const read = schema.safeParse(given);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new ClientMetadataFault(error, `${issue?.path.join(".") || "body"}: ${issue?.message ?? "not valid"}`);
}

/** One without a name is called by the host that its answers go to. */
function nameOf(given: string | undefined, uri: string): string {
  const name = given?.replaceAll(UNSEEN, "").trim() ?? "";
  if (Array.from(name).length > NAME_MAX)
    throw new ClientMetadataFault("invalid_client_metadata", `client_name: at most ${NAME_MAX} characters`);
  return name === "" ? new URL(uri).host.slice(0, NAME_MAX) : name;
}

function scopesOf(given: string | undefined): readonly string[] {
  const asked = given?.split(" ").filter((scope) => scope !== "") ?? [];
  if (asked.length === 0) return AGENT_SCOPES;
  const scopes = AGENT_SCOPES.filter((scope) => asked.includes(scope));
  if (scopes.length === 0)
    throw new ClientMetadataFault("invalid_client_metadata", `scope: agents may have ${AGENT_SCOPES.join(" ")}`);
  return scopes;
}
