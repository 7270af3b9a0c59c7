import { expect } from "chai";
import * as oidc from "openid-client";
import { DocumentAway, DocumentRefused } from "../../adapters/outgoing/client-document.ts";
import { AGENT_SCOPES } from "../../contract/rest/scopes.ts";
import { sweep } from "../../api/sweeps.ts";
import { eventually } from "../support/eventually.ts";
import { newAccount, type Account } from "./client.ts";
import { startTestGateway, type TestGateway } from "./gateway.ts";
import * as flow from "./oauth-flow.ts";
import { newPlatformAdmin } from "./platform-admin.ts";

const RESOURCE = `${flow.PUBLIC_URL}/mcp`;

/** Applications that a document describes: their client_id is where it lies (Client ID Metadata Documents). */
describe("documents as applications", function () {
  this.timeout(300_000);
  let gateway: TestGateway;
  let admin: Account;
  let account: Account;
  let answers: Map<string, unknown>;
  let asked: string[];
  let count = 0;

  const fetchClientDocument = (url: string): Promise<string> => {
    asked.push(url);
    const answer = answers.get(url);
    if (answer instanceof Error) return Promise.reject(answer);
    if (typeof answer === "function") return (answer as () => Promise<string>)();
    return Promise.resolve(typeof answer === "string" ? answer : JSON.stringify(answer));
  };
  const env = {
    BERTH_PUBLIC_URL: flow.PUBLIC_URL,
    BERTH_AGENT_REGISTRATIONS_PER_HOUR: "100000",
    BERTH_TRUSTED_PROXIES: "127.0.0.1",
  };

  before(async () => {
    gateway = await startTestGateway({ env, replace: () => ({ fetchClientDocument }) });
    [admin, account] = [await newPlatformAdmin(gateway), await newAccount(gateway.url)];
  });
  beforeEach(() => {
    [answers, asked] = [new Map(), []];
  });
  after(() => gateway.stop());

  const newDocument = (members: Record<string, unknown> = {}): string => {
    count += 1;
    const url = `https://agents.example.com/desk-${count}.json`;
    answers.set(url, { client_id: url, client_name: "Desk agent", redirect_uris: [flow.CALLBACK], ...members });
    return url;
  };
  const applicationOf = (client_id: string): Promise<flow.Application> =>
    flow.applicationOf(gateway, { client_id, client_secret: null });
  const open = async (client_id: string, parameters = {}, address = "203.0.113.9"): Promise<flow.PageAnswer> => {
    const scope = AGENT_SCOPES.join(" ");
    const started = await flow.start(await applicationOf(client_id), { resource: RESOURCE, scope, ...parameters });
    return new flow.Browser(gateway, account.cookie).open(started.url, { headers: { "x-forwarded-for": address } });
  };
  const connect = async (client_id: string): Promise<flow.Tokens> =>
    flow.connect(gateway, await applicationOf(client_id), account, {
      parameters: { resource: RESOURCE, scope: AGENT_SCOPES.join(" ") },
      members: { organization: account.organizationId },
    });
  const rowOf = async (url: string): Promise<string | undefined> => {
    const { rows } = await gateway.services.pool.query<{ id: string }>(
      "SELECT id FROM oauth_clients WHERE metadata_url = $1",
      [url],
    );
    return rows[0]?.id;
  };
  const age = (url: string, hours: number): Promise<unknown> =>
    gateway.services.pool.query(
      `UPDATE oauth_clients SET fetched_at = fetched_at - make_interval(hours => $2),
        created_at = created_at - make_interval(hours => $2) WHERE metadata_url = $1`,
      [url, hours],
    );

  it("are connected, renewed and disconnected as others are; the page says whose they are", async () => {
    const url = newDocument();
    const { text } = await open(url);
    expect(text)
      .to.include("described by <strong>agents.example.com</strong>")
      .and.include("calls itself “Desk agent”");
    const tokens = await connect(url);
    expect((await flow.bearer(gateway, tokens.access)("GET", "/auth/me")).status, "for agents only").to.equal(401);
    const renewed = await oidc.refreshTokenGrant((await applicationOf(url)).config, tokens.refresh);
    expect(renewed.access_token).to.be.a("string");
    expect(asked, "read once in an hour").to.deep.equal([url]);
    const id = await rowOf(url);
    const connected = await account.session<{ applications: { client_id: string }[] }>(
      "GET",
      "/connected-applications",
    );
    expect(connected.body.applications.map(({ client_id }) => client_id)).to.include(id);
    const shown = await admin.session("GET", `/admin/oauth-clients/${id}`);
    expect(shown.body).to.include({ registration: "document", metadata_url: url, type: "public" });
    expect((await account.session("DELETE", `/connected-applications/${id}`)).status).to.equal(200);
    const { rows } = await gateway.services.pool.query(
      "SELECT principal, changes FROM audit_entries WHERE action = 'registerApplication' AND target_id = $1",
      [id],
    );
    expect(rows).to.deep.equal([{ principal: "anonymous", changes: { name: url } }]);
  });

  it("are none where they lie, are another's, ask for more, or are no documents", async () => {
    const other = newDocument();
    const wrong: readonly (readonly [document: unknown, word: string])[] = [
      [{ client_id: other, redirect_uris: [flow.CALLBACK] }, "client_id"],
      [{ redirect_uris: [flow.CALLBACK] }, "client_id"],
      ["{", "JSON"],
      [[1], "JSON"],
      ["null", "JSON"],
      [new DocumentRefused("Answered 302"), "302"],
      [new DocumentAway("No answer"), "invalid_client"],
    ];
    for (const [document, word] of wrong) {
      const url = newDocument();
      answers.set(url, document);
      const page = await open(url);
      expect([page.status, page.text.includes(word)], word).to.deep.equal([400, true]);
      expect(await rowOf(url)).to.equal(undefined);
    }
    const members: readonly (readonly [members: Record<string, unknown>, word: string])[] = [
      [{ redirect_uris: ["http://evil.example/cb"] }, "redirect_uris"],
      [{ redirect_uris: [] }, "redirect_uris"],
      [{ client_secret: "s" }, "token_endpoint_auth_method"],
      [{ token_endpoint_auth_method: "client_secret_post" }, "token_endpoint_auth_method"],
      [{ token_endpoint_auth_method: "private_key_jwt", jwks: { keys: [] } }, "token_endpoint_auth_method"],
      [{ grant_types: ["client_credentials"] }, "grant_types"],
      [{ scope: "secrets:read" }, "scope"],
      [{ client_name: "x".repeat(101) }, "client_name"],
    ];
    for (const [more, word] of members) {
      const page = await open(newDocument(more));
      expect([page.status, page.text.includes(word)], word).to.deep.equal([400, true]);
    }
    const page = await open(newDocument(), { redirect_uri: "https://evil.example/cb" });
    expect([page.status, page.text.includes("invalid_redirect_uri")]).to.deep.equal([400, true]);
  });

  it("are not asked for at an address of two spellings, or one that hides something", async () => {
    const host = "agents.example.com";
    const ids = [
      `http://${host}/a`,
      `https://${host}`,
      `https://${host}/`,
      `https://${host}:8443/a`,
      `https://u:p@${host}/a`,
      `https://${host}/a#b`,
      `https://${host}/a?b=c`,
      `https://${host}/b/../a`,
      `https://${host}/b/%2e%2e/a`,
      `https://AGENTS.example.com/a`,
      `https://${host}/${"a".repeat(512)}`,
      "https://0x7f.1/a",
    ];
    for (const id of ids) expect((await open(id)).status, id).to.equal(400);
    expect(asked).to.deep.equal([]);
  });

  it("count as they were read for an hour, or a day where they cannot be read, and follow what they say", async () => {
    const url = newDocument();
    await open(url);
    answers.set(url, new DocumentAway("No answer"));
    await age(url, 2);
    expect((await open(url)).text).to.include("Desk agent");
    await age(url, 23);
    expect((await open(url)).status, "a day later").to.equal(400);
    answers.set(url, { client_id: url, client_name: "Desk agent 2", redirect_uris: [flow.CALLBACK] });
    expect((await open(url)).text).to.include("Desk agent 2");
    answers.set(url, new DocumentRefused("Answered 404"));
    await age(url, 2);
    expect((await open(url)).status, "taken away").to.equal(400);
  });

  it("are one application for all who ask at once", async () => {
    const url = newDocument();
    const pages = await Promise.all(Array.from({ length: 5 }, () => open(url)));
    expect(pages.map(({ status }) => status)).to.deep.equal([200, 200, 200, 200, 200]);
    const { rowCount } = await gateway.services.pool.query("SELECT 1 FROM oauth_clients WHERE metadata_url = $1", [
      url,
    ]);
    expect(rowCount).to.equal(1);
  });

  const HANGING: readonly (readonly [
    whose: string,
    addressOf: (nr: number) => string,
    hostOf: (nr: number) => string,
  ])[] = [
    ["one address asks for", () => "198.51.100.1", (nr) => `host-${nr}.example.com`],
    ["one host has", (nr) => `198.51.100.${nr}`, () => "hanging.example.com"],
  ];
  for (const [whose, addressOf, hostOf] of HANGING)
    it(`are read while all that ${whose} hang`, async () => {
      const hung = Promise.withResolvers<string>();
      let refused = 0;
      const opened = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map(async (nr) => {
        const url = `https://${hostOf(nr)}/${nr}.json`;
        answers.set(url, () => hung.promise);
        const { status } = await open(url, {}, addressOf(nr));
        if (status === 400) refused += 1;
      });
      try {
        await eventually(() => expect(asked.length + refused).to.equal(opened.length));
        expect((await open(newDocument())).status).to.equal(200);
      } finally {
        hung.reject(new DocumentAway("No answer"));
        await Promise.all(opened);
      }
    });

  it("stay out once a platform admin has removed them, also by the name of their record", async () => {
    const url = newDocument();
    await connect(url);
    const id = (await rowOf(url)) ?? "";
    expect((await open(id)).status, "its record is no client_id").to.equal(400);
    expect((await admin.session("DELETE", `/admin/oauth-clients/${id}`)).status).to.equal(200);
    const left = await gateway.services.pool.query("SELECT 1 FROM oauth_records WHERE client_id = $1", [id]);
    expect(left.rowCount).to.equal(0);
    await age(url, 100);
    await sweep(gateway.services);
    expect((await open(url)).status).to.equal(400);
    expect((await admin.session("GET", `/admin/oauth-clients/${id}`)).body).to.include({ registration: "blocked" });
    expect((await admin.session("DELETE", `/admin/oauth-clients/${id}`)).status).to.equal(200);
    expect((await open(url)).status, "unblocked").to.equal(200);
  });

  it("stay out also where they were being read while they were removed", async () => {
    const url = newDocument();
    await open(url);
    await age(url, 2);
    const document = JSON.stringify(answers.get(url));
    answers.set(url, async () => {
      await gateway.services.pool.query("UPDATE oauth_clients SET registration = 'blocked' WHERE metadata_url = $1", [
        url,
      ]);
      return document;
    });
    expect((await open(url)).status).to.equal(400);
  });

  it("go when nobody has them connected", async () => {
    const url = newDocument();
    await open(url);
    await age(url, 25);
    await sweep(gateway.services);
    expect(await rowOf(url)).to.equal(undefined);
  });

  it("are read as often as an address may register applications, and not where none may", async () => {
    const limits = [
      ["2", [200, 200, 400]],
      ["0", [400, 400, 400]],
    ] as const;
    for (const [limit, statuses] of limits) {
      const strict = await startTestGateway({
        env: {
          ...env,
          BERTH_POSTGRES_URL: gateway.services.config.postgresUrl.reveal(),
          BERTH_AGENT_REGISTRATIONS_PER_HOUR: limit,
        },
        replace: () => ({ fetchClientDocument }),
      });
      try {
        const seen = [];
        for (const url of [newDocument(), newDocument(), newDocument()]) {
          const application = await flow.applicationOf(strict, { client_id: url, client_secret: null });
          const started = await flow.start(application, { resource: RESOURCE, scope: "deployments:read" });
          seen.push((await new flow.Browser(strict, account.cookie).open(started.url)).status);
        }
        expect(seen).to.deep.equal(statuses);
      } finally {
        await strict.stop();
      }
    }
  });
});
