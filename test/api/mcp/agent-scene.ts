import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { Account } from "../client.ts";
import type { TestGateway } from "../gateway.ts";
import * as flow from "../oauth-flow.ts";
import { newPlatformAdmin } from "../platform-admin.ts";

export const RESOURCE = `${flow.PUBLIC_URL}/mcp`;
export const READING = "clusters:read databases:read deployments:read organizations:read";
const WRITING = `${READING} databases:write deployments:write`;

/** What a tool answered. */
export type Told = Readonly<{ text: string; isError: boolean; data: Record<string, unknown> }>;

/** An agent with a token. */
export type TestAgent = Readonly<{
  token: string;
  client: Client;
  tell: (tool: string, input?: Record<string, unknown>) => Promise<Told>;
}>;

/** Registers an application that may ask for all that agents can have. */
export async function newAgentApplication(gateway: TestGateway): Promise<flow.Application> {
  const admin = await newPlatformAdmin(gateway);
  const registered = await flow.register(admin.session, { scopes: WRITING.split(" ") });
  return flow.applicationOf(gateway, registered);
}

/** Connects an agent for a person, by the official client. */
export async function connectAgent(
  gateway: TestGateway,
  application: flow.Application,
  account: Account,
  how: Readonly<{ writes?: boolean; organization?: string; era?: "auto" | "legacy" }> = {},
): Promise<TestAgent> {
  const { writes = false, organization = account.organizationId, era = "auto" } = how;
  const { access: token } = await flow.connect(gateway, application, account, {
    parameters: { resource: RESOURCE, scope: WRITING },
    members: { organization, ...(writes && { write: "yes" }) },
  });
  return { token, ...(await agentOf(gateway, token, era)) };
}

/** Speaks with a token. */
export async function agentOf(
  gateway: TestGateway,
  token: string,
  era: "auto" | "legacy" = "auto",
): Promise<Omit<TestAgent, "token">> {
  const client = new Client(
    { name: "test", version: "1" },
    era === "auto" ? { versionNegotiation: { mode: "auto" } } : {},
  );
  const transport = new StreamableHTTPClientTransport(new URL(RESOURCE), {
    fetch: (url, init) => fetch(flow.reach(url, gateway), init),
    requestInit: { headers: { authorization: `Bearer ${token}` } },
  });
  await client.connect(transport);
  return {
    client,
    async tell(name, input = {}) {
      const answer = await client.callTool({ name, arguments: input });
      const content = answer.content as { type: string; text: string }[];
      const text = content.map((part) => part.text).join("\n");
      return { text, isError: answer.isError === true, data: dataOf(text) };
    },
  };
}

/** Sends a message as it is; the answer of HTTP is what matters. */
export function sendMessage(
  gateway: TestGateway,
  headers: Record<string, string>,
  message: unknown = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} },
): Promise<Response> {
  return fetch(`${gateway.url}/mcp`, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
    body: JSON.stringify(message),
  });
}

/** Reads what stands between the marks. */
export function dataOf(text: string): Record<string, unknown> {
  const found = /<untrusted-data>\n([\s\S]*)\n<\/untrusted-data>$/.exec(text)?.[1];
  return found === undefined ? {} : (JSON.parse(found) as Record<string, unknown>);
}

/** Reads what stands outside of the marks. */
export function saidOf(text: string): string {
  return text.replace(/<untrusted-data>\n[\s\S]*\n<\/untrusted-data>$/, "");
}
