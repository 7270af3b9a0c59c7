import { Client, StreamableHTTPClientTransport, UnauthorizedError } from "@modelcontextprotocol/client";
import type {
  OAuthClientInformation,
  OAuthClientProvider,
  OAuthDiscoveryState,
  OAuthTokens,
} from "@modelcontextprotocol/client";
import { expect } from "chai";
import { AGENT_READ_SCOPES } from "../../../contract/rest/scopes.ts";
import { clientOf, newAccount, type Account } from "../client.ts";
import { startTestGateway, type TestGateway } from "../gateway.ts";
import * as flow from "../oauth-flow.ts";
import { RESOURCE, READING, sendMessage } from "./agent-scene.ts";

const DOCUMENT = "https://agents.example.com/desk.json";
const METADATA = { client_name: "Desk agent", redirect_uris: [flow.CALLBACK] };

/** What an application keeps between two requests, as the library of the protocol asks it to. */
class Keeper implements OAuthClientProvider {
  readonly redirectUrl = flow.CALLBACK;
  readonly clientMetadata = { ...METADATA, token_endpoint_auth_method: "none" };
  readonly clientMetadataUrl?: string;
  sentTo: URL | undefined;
  client: OAuthClientInformation | undefined;
  held: OAuthTokens | undefined;
  #verifier = "";
  #discovery: OAuthDiscoveryState | undefined;

  constructor(clientMetadataUrl?: string) {
    if (clientMetadataUrl !== undefined) this.clientMetadataUrl = clientMetadataUrl;
  }

  clientInformation(): OAuthClientInformation | undefined {
    return this.client;
  }

  saveClientInformation(client: OAuthClientInformation): void {
    this.client = client;
  }

  tokens(): OAuthTokens | undefined {
    return this.held;
  }

  saveTokens(tokens: OAuthTokens): void {
    this.held = tokens;
  }

  redirectToAuthorization(url: URL): void {
    this.sentTo = url;
  }

  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier;
  }

  saveDiscoveryState(state: OAuthDiscoveryState): void {
    this.#discovery = state;
  }

  discoveryState(): OAuthDiscoveryState | undefined {
    return this.#discovery;
  }

  codeVerifier(): string {
    return this.#verifier;
  }
}

/** An application that knows nothing but the address of the door finds the whole way by the official client. */
describe("an agent that comes by itself", function () {
  this.timeout(300_000);
  let gateway: TestGateway;
  let account: Account;
  let seen: string[];

  before(async () => {
    gateway = await startTestGateway({
      env: { BERTH_PUBLIC_URL: flow.PUBLIC_URL },
      replace: () => ({
        fetchClientDocument: (url) => Promise.resolve(JSON.stringify({ ...METADATA, client_id: url })),
      }),
    });
    account = await newAccount(gateway.url);
  });
  after(() => gateway.stop());

  const open = (keeper: Keeper): StreamableHTTPClientTransport =>
    new StreamableHTTPClientTransport(new URL(RESOURCE), {
      authProvider: keeper,
      fetch: (url, init) => {
        seen.push(`${init?.method ?? "GET"} ${new URL(url).pathname}`);
        return fetch(flow.reach(url, gateway), init);
      },
    });
  const newClient = (): Client => new Client({ name: "test", version: "1" }, { versionNegotiation: { mode: "auto" } });

  /** From a 401 to a tool's answer; the person is the only one who is not a program. */
  async function comeIn(keeper: Keeper): Promise<Client> {
    seen = [];
    const transport = open(keeper);
    const refused = await newClient()
      .connect(transport)
      .catch((error: unknown) => error);
    expect(refused).to.be.instanceOf(UnauthorizedError);
    const browser = new flow.Browser(gateway, account.cookie);
    const page = await browser.open(keeper.sentTo ?? "");
    expect(page.text).to.include("calls itself “Desk agent”");
    const done = await browser.submit(page, { action: "allow", organization: account.organizationId });
    await transport.finishAuth(new URL(done.url).searchParams);
    const client = newClient();
    await client.connect(open(keeper));
    return client;
  }

  it("registers itself, asks the person, reads by a tool, and renews its token", async () => {
    const keeper = new Keeper();
    const client = await comeIn(keeper);
    expect(seen).to.include.members([
      "POST /mcp",
      "GET /.well-known/oauth-protected-resource/mcp",
      "GET /.well-known/oauth-authorization-server/oauth",
      "POST /oauth/register",
      "POST /oauth/token",
    ]);
    const asked = keeper.sentTo?.searchParams;
    expect(Object.fromEntries(asked ?? [])).to.include({ resource: RESOURCE, code_challenge_method: "S256" });
    expect(asked?.get("scope"), "who only follows asks for reading").to.equal(READING);
    const answer = await client.callTool({ name: "who_am_i", arguments: {} });
    expect(JSON.stringify(answer.content)).to.include(account.slug);
    const first = keeper.held?.access_token;
    await gateway.services.pool.query("DELETE FROM oauth_records WHERE model = 'AccessToken'");
    expect((await client.callTool({ name: "who_am_i", arguments: {} })).isError).not.to.equal(true);
    expect(keeper.held?.access_token).to.be.a("string").and.not.equal(first);
    await client.close();
  });

  it("is known by its document where it has one, and registers nothing", async () => {
    const keeper = new Keeper(DOCUMENT);
    const client = await comeIn(keeper);
    expect(seen).to.not.include("POST /oauth/register");
    expect(keeper.client?.client_id).to.equal(DOCUMENT);
    expect((await client.listTools()).tools.length).to.be.greaterThan(0);
    await client.close();
  });

  it("has a token that opens nothing but the door", async () => {
    const keeper = new Keeper();
    await (await comeIn(keeper)).close();
    const authorization = `Bearer ${keeper.held?.access_token ?? ""}`;
    const call = clientOf(gateway.url, { authorization });
    for (const path of [
      "/auth/me",
      "/clusters",
      "/deployments",
      "/databases",
      "/organizations",
      "/api-keys",
      "/events",
    ])
      expect((await call("GET", path)).status, path).to.equal(401);
    expect((await call("POST", "/deployments", {})).status).to.equal(401);
    const devices = await fetch(`${gateway.url}/oauth/introspect`, { method: "POST", headers: { authorization } });
    expect(devices.status).to.be.oneOf([400, 401]);
    expect((await sendMessage(gateway, { authorization })).status).to.equal(200);
  });

  it("reads in two documents what is supported, and nothing that is not", async () => {
    const read = async (path: string): Promise<Record<string, unknown>> =>
      (await (await fetch(`${gateway.url}/.well-known/${path}`)).json()) as Record<string, unknown>;
    expect(await read("oauth-protected-resource/mcp")).to.deep.equal({
      resource: RESOURCE,
      authorization_servers: [flow.ISSUER],
      scopes_supported: AGENT_READ_SCOPES,
      bearer_methods_supported: ["header"],
      resource_name: "Berth",
    });
    const server = await read("oauth-authorization-server/oauth");
    expect(server).to.deep.include({
      issuer: flow.ISSUER,
      registration_endpoint: `${flow.ISSUER}/register`,
      client_id_metadata_document_supported: true,
      code_challenge_methods_supported: ["S256"],
      grant_types_supported: ["authorization_code", "refresh_token", "urn:ietf:params:oauth:grant-type:device_code"],
      authorization_response_iss_parameter_supported: true,
    });
    const endpoints = Object.entries(server).filter(([name]) => name.endsWith("_endpoint"));
    for (const [name, address] of endpoints) {
      const answer = await fetch(flow.reach(String(address), gateway), { method: "OPTIONS" });
      expect(answer.status, name).to.equal(405);
    }
  });

  it("finds no door where agents are not wanted, and what it had opens nothing and becomes nothing", async () => {
    const keeper = new Keeper();
    await (await comeIn(keeper)).close();
    const env = {
      BERTH_PUBLIC_URL: flow.PUBLIC_URL,
      BERTH_POSTGRES_URL: gateway.services.config.postgresUrl.reveal(),
      BERTH_MCP: "false",
    };
    const closed = await startTestGateway({ env });
    try {
      const authorization = `Bearer ${keeper.held?.access_token ?? ""}`;
      expect((await sendMessage(closed, { authorization })).status).to.equal(404);
      expect((await fetch(`${closed.url}/.well-known/oauth-protected-resource/mcp`)).status).to.equal(404);
      expect((await clientOf(closed.url, { authorization })("GET", "/auth/me")).status).to.equal(401);
      const metadata = await fetch(`${closed.url}/.well-known/oauth-authorization-server/oauth`);
      expect(await metadata.json()).to.not.have.any.keys(
        "registration_endpoint",
        "client_id_metadata_document_supported",
      );
      const page = await new flow.Browser(closed, account.cookie).open(keeper.sentTo ?? "");
      expect(new URL(page.url).searchParams.get("error"), "nobody can be asked").to.equal("invalid_target");
      const renewed = await fetch(`${closed.url}/oauth/token`, {
        method: "POST",
        body: new URLSearchParams({
          grant_type: "refresh_token",
          refresh_token: keeper.held?.refresh_token ?? "",
          client_id: keeper.client?.client_id ?? "",
        }),
      });
      expect([renewed.status, ((await renewed.json()) as { error: string }).error]).to.deep.equal([
        400,
        "invalid_target",
      ]);
    } finally {
      await closed.stop();
    }
  });
});
