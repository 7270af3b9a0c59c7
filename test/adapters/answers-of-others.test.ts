/*
 * No answer of a cluster, a forge, a registry, a cloud, Vault or an identity provider takes more than linear time, and none is read
 * further than was agreed. Who asks others is found, not listed: whatever opens a connection stands here with its calls, or says why not.
 * Each call is answered, over a connection, with texts that have stopped readers before, of n and 2n; and without end.
 */
import { expect } from "chai";
import { createKubeClient } from "../../adapters/kubernetes/kube-client.ts";
import { CONFIG_MAPS } from "../../adapters/kubernetes/resource-types.ts";
import { createGithubProvider } from "../../adapters/logins/github-provider.ts";
import { createOidcProvider } from "../../adapters/logins/oidc-issuer.ts";
import { createProviderFetch } from "../../adapters/logins/provider-fetch.ts";
import { createClientDocuments } from "../../adapters/outgoing/client-document.ts";
import { createRenewalInfoAsker } from "../../adapters/outgoing/renewal-info.ts";
import { createWebhookPost } from "../../adapters/outgoing/webhook-post.ts";
import { createMollieProvider } from "../../adapters/payments/mollie-provider.ts";
import { createHetznerClient } from "../../adapters/providers/hetzner-client.ts";
import { createLocalCloudClient } from "../../adapters/providers/local-cloud-client.ts";
import { createHistoryClient } from "../../adapters/history/history-client.ts";
import { createVictoriaLogs } from "../../adapters/log-store/log-store-client.ts";
import { createLoki } from "../../adapters/log-store/loki-client.ts";
import { createHarborClient } from "../../adapters/registry/harbor-client.ts";
import { createRegistryStorageClient } from "../../adapters/registry/registry-storage-client.ts";
import { VaultSecretStore } from "../../adapters/secrets/vault-secret-store.ts";
import { createViesClient } from "../../adapters/vat/vies-client.ts";
import { SecretText } from "../../contract/secret-text.ts";
import { HttpClient } from "../../operator/git/http-client.ts";
import { push } from "../../operator/git/receive-pack.ts";
import { readHead } from "../../operator/git/remote-refs.ts";
import { fetchPack } from "../../operator/git/upload-pack.ts";
import { AnsweringServer, type Answering } from "../support/answering-server.ts";
import { productSources } from "../support/find-patterns.ts";
import { isSuperlinear } from "../support/growth.ts";
import { HOSTILE_TEXTS } from "../support/hostile-texts.ts";

type Ask = (url: string) => Promise<unknown>;
type Reader = Readonly<{
  asks: Readonly<Record<string, Ask>>;
  /** How much of an answer may be read. */
  bytesMax: number;
  /** How often it asks before it gives up; once when unset. */
  attempts?: number;
  /** What it answers with beside the text itself and an object that holds it. */
  answers?: readonly ((text: string) => Answering)[];
}>;

const MIB = 1_048_576;
const TOKEN = new SecretText("t");
const ID = "1".repeat(40);
const REF = { namespace: "default", name: "x" };
const streamsOf = (stream: object, values: readonly (readonly string[])[]): object => ({
  status: "success",
  data: { resultType: "streams", result: [{ stream, values }] },
});
const json = (body: unknown): Answering => {
  const text = JSON.stringify(body);
  return () => ({ body: text });
};

const kube =
  (ask: (client: ReturnType<typeof createKubeClient>) => Promise<unknown>): Ask =>
  async (url) => {
    const client = createKubeClient({ server: url, token: "t" }, { requestTimeoutMs: 20_000 });
    return ask(client).finally(() => client.close());
  };
const git =
  (ask: (http: HttpClient) => Promise<unknown>): Ask =>
  async (url) => {
    const http = new HttpClient({ url: `${url}/r.git`, credentials: () => undefined, answerBytesMax: MIB });
    return ask(http).finally(() => http.close());
  };
const WINDOW = { start: "2026-01-01T00:00:00Z", end: "2026-01-02T00:00:00Z" } as const;
const renewalInfo =
  (info: object): Answering =>
  (path, origin) => ({
    body: JSON.stringify(path === "/directory" ? { renewalInfo: `${origin}/info` } : info),
  });
const around = { callbackUrl: "http://127.0.0.1/callback", fetch: createProviderFetch(20_000) };
const vault = (url: string): VaultSecretStore =>
  new VaultSecretStore({
    url,
    namespace: undefined,
    auth: { kind: "token", token: () => TOKEN },
    mount: "secret",
    timeoutMs: 20_000,
  });
const scope = { organization: "acme", deploymentId: undefined };

const READERS: Readonly<Record<string, Reader>> = {
  "adapters/kubernetes/http-transport.ts": {
    bytesMax: 16 * MIB,
    asks: {
      get: kube((client) => client.get(CONFIG_MAPS, REF)),
      list: kube((client) => client.list(CONFIG_MAPS, {})),
      watch: kube(async (client) => {
        for await (const event of client.watch(CONFIG_MAPS, { resourceVersion: "1" }, new AbortController().signal))
          if (event.type === "DELETED") return;
      }),
    },
    answers: [
      (text) => () => ({ status: 500, body: text }),
      (text) => () => ({ status: 400, body: JSON.stringify({ kind: "Status", reason: text, message: text }) }),
      (text) => json({ items: Array.from({ length: 50 }, () => ({ metadata: { name: text.slice(0, 1_000) } })) }),
      (text) => () => ({ body: `${JSON.stringify({ type: "ADDED", object: { data: { text } } })}\n`.repeat(2) }),
    ],
  },
  "adapters/registry/harbor-client.ts": {
    bytesMax: MIB,
    asks: {
      robots: (url) => createHarborClient({ url, username: "u", password: TOKEN }).listRobots("acme"),
      robot: (url) =>
        createHarborClient({ url, username: "u", password: TOKEN }).createRobot("acme", {
          name: "ci",
          actions: ["pull"],
          days: 1,
        }),
    },
    answers: [
      (text) => (path) => ({
        body: JSON.stringify(path.includes("/robots") ? [{ id: 1, name: text }] : { project_id: 1, name: text }),
      }),
      (text) => () => ({ status: 201, body: JSON.stringify({ id: 1, name: text, secret: text }) }),
      (text) => () => ({ status: 409, body: text }),
    ],
  },
  "adapters/history/history-client.ts": {
    bytesMax: 4 * MIB,
    asks: {
      read: (url) =>
        createHistoryClient({ url, token: TOKEN, clusterLabel: "cluster" }).read(
          "memory_bytes",
          { cluster: "a" },
          { fromSeconds: 0, toSeconds: 60, stepSeconds: 60 },
        ),
      routes: (url) => createHistoryClient({ url, token: TOKEN, clusterLabel: "cluster" }).readRoutes("a"),
    },
    answers: [
      (text) => {
        const one = { metric: { tenant: text.slice(0, 100), told: "requests" }, value: [1, "1"] };
        const result = Array.from({ length: text.length / 100 }, (_, at) => ({
          ...one,
          metric: { ...one.metric, at },
        }));
        return json({ status: "success", data: { resultType: "vector", result } });
      },
      (text) => json({ status: "success", data: { resultType: "matrix", result: [{ values: [[1, text]] }] } }),
      (text) => () => ({ status: 422, body: JSON.stringify({ status: "error", errorType: text, error: text }) }),
    ],
  },
  "adapters/log-store/log-store-client.ts": {
    bytesMax: 8 * MIB,
    asks: {
      read: (url) =>
        createVictoriaLogs({ url, token: TOKEN, clusterField: "cluster" }).read(
          {
            scope: { cluster: "a", namespace: "b" },
            choice: {},
            range: { fromMs: 0, toMs: 60_000, linesMax: 100 },
          },
          new AbortController().signal,
        ),
    },
    answers: [
      (text) => () => ({ body: `${JSON.stringify({ _time: "2026-01-01T00:00:00.1Z", _msg: text })}\n`.repeat(2) }),
      (text) => () => ({ body: `${JSON.stringify({ _time: text, _msg: text })}\n` }),
      (text) => () => ({ status: 400, body: text }),
    ],
  },
  "adapters/log-store/loki-client.ts": {
    bytesMax: 8 * MIB,
    asks: {
      read: (url) =>
        createLoki({ kind: "loki", url, token: TOKEN, clusterField: "cluster" }).read(
          {
            scope: { cluster: "a", namespace: "b" },
            choice: {},
            range: { fromMs: 0, toMs: 60_000, linesMax: 100 },
          },
          new AbortController().signal,
        ),
    },
    answers: [
      (text) => json(streamsOf({ pod: text.slice(0, 1_000) }, [["1000", text]])),
      (text) => json(streamsOf({}, [[text, "a"]])),
      (text) =>
        json(
          streamsOf(
            {},
            Array.from({ length: text.length / 64 }, (_, at) => [String(at), text.slice(0, 60)]),
          ),
        ),
      (text) => () => ({ status: 400, body: text }),
    ],
  },
  "adapters/registry/registry-storage-client.ts": {
    bytesMax: 65_536,
    asks: { usage: (url) => createRegistryStorageClient({ url, token: TOKEN }).usedBytes("acme") },
    answers: [(text) => json({ used_bytes: text })],
  },
  "adapters/providers/hetzner-client.ts": {
    bytesMax: 8 * MIB,
    attempts: 2,
    asks: {
      locations: (url) => createHetznerClient({ url, token: TOKEN, timeoutMs: 20_000 }).locations(),
      types: (url) => createHetznerClient({ url, token: TOKEN, timeoutMs: 20_000 }).serverTypes(),
      prices: (url) => createHetznerClient({ url, token: TOKEN, timeoutMs: 20_000 }).volumePrice(),
    },
    answers: [
      (text) => json({ locations: [{ id: 1, name: text, description: text }], meta: { pagination: {} } }),
      (text) => json({ pricing: { currency: "EUR", volume: { price_per_gb_month: { net: text } } } }),
      (text) => () => ({ status: 403, body: JSON.stringify({ error: { code: text, message: text } }) }),
    ],
  },
  "adapters/providers/local-cloud-client.ts": {
    bytesMax: 8 * MIB,
    asks: {
      regions: (url) => createLocalCloudClient({ url, token: TOKEN, fetchTimeoutMs: 20_000 }).regions(),
      cluster: (url) => createLocalCloudClient({ url, token: TOKEN, fetchTimeoutMs: 20_000 }).getCluster("a"),
    },
    answers: [(text) => () => ({ status: 400, body: JSON.stringify({ error: { code: text, message: text } }) })],
  },
  "adapters/payments/mollie-transport.ts": {
    bytesMax: 4 * MIB,
    asks: {
      mandates: (url) => createMollieProvider({ url, apiKey: TOKEN, timeoutMs: 20_000 }).listMandates("cst_1"),
      status: (url) => createMollieProvider({ url, apiKey: TOKEN, timeoutMs: 20_000 }).findPaymentStatus("tr_1"),
    },
    answers: [
      (text) => json({ resource: "payment", id: "tr_1", status: text, description: text }),
      (text) => json({ _embedded: { mandates: [{ resource: "mandate", id: text, status: text, details: null }] } }),
      (text) => () => ({ status: 422, body: JSON.stringify({ status: 422, title: text, detail: text }) }),
    ],
  },
  "adapters/logins/provider-fetch.ts": {
    bytesMax: MIB,
    asks: {
      github: (url) =>
        createGithubProvider({ clientId: "c", clientSecret: TOKEN, url, apiUrl: url }, around).finish(
          { state: "s", code_verifier: "v" },
          new URLSearchParams({ code: "c", state: "s" }),
        ),
      oidc: (url) =>
        createOidcProvider(
          { id: "x", name: "X", issuer: url, clientId: "c", clientSecret: TOKEN, scopes: ["openid"] },
          around,
        ).begin(),
    },
    answers: [
      (text) => json({ access_token: text, token_type: "bearer", id: 1, login: text, name: text, avatar_url: text }),
      (text) => (path) => ({
        body: JSON.stringify(
          path.includes("emails")
            ? [{ email: text, primary: true, verified: true }]
            : { access_token: "t", id: 1, login: "l", name: text, issuer: text, authorization_endpoint: text },
        ),
      }),
    ],
  },
  "adapters/outgoing/client-document.ts": {
    bytesMax: 16_384,
    asks: { document: (url) => createClientDocuments({ allowPrivate: true, timeoutMs: 20_000 })(url) },
  },
  "adapters/outgoing/renewal-info.ts": {
    bytesMax: 65_536,
    asks: { window: (url) => createRenewalInfoAsker({ directory: `${url}/directory`, timeoutMs: 20_000 })("a.b") },
    answers: [
      (text) => json({ renewalInfo: text }),
      (text) => renewalInfo({ suggestedWindow: { start: text, end: text } }),
      (text) => renewalInfo({ suggestedWindow: WINDOW, explanationURL: `https://a/${text}` }),
    ],
  },
  "adapters/vat/vies-client.ts": {
    bytesMax: 65_536,
    asks: {
      check: async (url) => {
        const verdict = await createViesClient({ url, timeoutMs: 20_000 })(
          { prefix: "DE", number: "1" },
          new AbortController().signal,
        );
        if (verdict.kind === "unknown") throw new Error(verdict.reason);
      },
    },
    answers: [(text) => json({ errorWrappers: [{ error: text }] })],
  },
  "adapters/secrets/vault-transport.ts": {
    bytesMax: 4 * MIB,
    asks: {
      find: (url) => vault(url).find(scope, "a"),
      list: (url) => vault(url).list(scope, "own"),
    },
    answers: [
      (text) => json({ data: { data: { value: text, [text]: text }, keys: [text], metadata: { version: 1 } } }),
      (text) => () => ({ status: 400, body: JSON.stringify({ errors: [text] }) }),
      (text) => () => ({ status: 400, body: text }),
    ],
  },
  "operator/git/http-client.ts": {
    bytesMax: MIB,
    asks: {
      head: git((http) => readHead(http, "main")),
      fetch: git((http) => fetchPack(http, { wants: [ID], depth: 1 })),
      push: git((http) => push(http, { branch: "main", oldHead: ID, newHead: ID, objects: [], thin: false })),
    },
    answers: [
      (text) => () => ({ body: packets(text) }),
      (text) => () => ({ body: Buffer.concat([packets("packfile\n"), packets(`\u0001PACK${text}`)]) }),
      (text) => () => ({ body: packets(...Array.from({ length: text.length / 64 }, () => text.slice(0, 60))) }),
    ],
  },
};
/** Open connections and read no answer of others, or one that its protocol bounds. */
const OTHERS: Readonly<Record<string, string>> = {
  "adapters/dns/resolver.ts": "an answer of DNS has 64 KiB at most",
  "adapters/outgoing/address-asker.ts": "reads no body, and one header of a front of the platform's own",
  "adapters/outgoing/mail-transport.ts": "the platform's own mail server",
  "adapters/outgoing/webhook-post.ts": "reads no body: see below",
};
const LENGTH = 32_768;
/** What an endless answer ends with, and what waits in sockets beside what was read. */
const [ENDLESS, ON_ITS_WAY] = [48 * MIB, 12 * MIB];

describe("Answers of others", function () {
  this.timeout(600_000);
  const server = new AnsweringServer();
  let url = "";
  before(async () => {
    url = await server.start();
  });
  after(() => server.stop());

  it("are read by those that stand here, and nobody else", () => {
    const asking = productSources().filter(({ text }) =>
      /import \{[^}]*\b(Agent|Pool|Client|fetch|Resolver|createTransport|request as \w+)\b[^}]*\} from "(undici|node:https?|node:dns\/promises|nodemailer)"/.test(
        text,
      ),
    );
    const known = [...Object.keys(READERS), ...Object.keys(OTHERS)];
    expect(asking.map(({ path }) => path).sort()).to.deep.equal(known.sort());
  });

  for (const [path, { asks, answers = [], bytesMax, attempts = 1 }] of Object.entries(READERS))
    for (const [name, ask] of Object.entries(asks)) {
      it(`are read in linear time by ${path}: ${name}`, async () => {
        const all = [(text: string): Answering => json({ a: text }), ...answers];
        for (const answering of all) expect(await slowAnswer(server, () => ask(url), answering)).to.equal(undefined);
      });

      it(`are read no further than was agreed by ${path}: ${name}`, async () => {
        expect(await takenOf(server, () => ask(url))).to.include({ refused: true });
        expect(server.sentBytes).to.be.lessThan(attempts * (bytesMax + ON_ITS_WAY));
      });
    }

  it("are not read by webhooks", async () => {
    const post = createWebhookPost({ allowPrivate: true });
    expect(await takenOf(server, () => post(url, "{}", {}))).to.include({ refused: false });
    expect(server.sentBytes).to.be.lessThan(ON_ITS_WAY);
  });

  it("would be seen to be read slowly, or without end (known bad)", async () => {
    const naive: Ask = async () => (await fetch(url)).text();
    const slow: Ask = async () => /a+!/.test(String(await naive(url)));
    const plain =
      (text: string): Answering =>
      () => ({ body: text });
    expect(await slowAnswer(server, () => slow(url), plain, 8_192)).to.be.a("string");
    expect(await takenOf(server, () => naive(url))).to.include({ refused: false });
    expect(server.sentBytes).to.equal(ENDLESS);
  });
});

/** Finds a text whose answer takes more than linear time. */
async function slowAnswer(
  server: AnsweringServer,
  ask: () => Promise<unknown>,
  answering: (text: string) => Answering,
  length = LENGTH,
): Promise<string | undefined> {
  for (const make of HOSTILE_TEXTS) {
    const work = (text: string): Promise<unknown> => {
      server.answer = answering(text);
      return ask();
    };
    if (await isSuperlinear(work, make, length)) return make(40);
  }
  return undefined;
}

async function takenOf(server: AnsweringServer, ask: () => Promise<unknown>): Promise<Readonly<{ refused: boolean }>> {
  server.answer = { endless: ENDLESS, begin: '{"a":"' };
  server.sentBytes = 0;
  return ask().then(
    () => ({ refused: false }),
    () => ({ refused: true }),
  );
}

/** Writes lines of Git's protocol, as long as they may be. */
function packets(...texts: readonly string[]): Buffer {
  const lines = texts.flatMap((text) => {
    const bytes = Buffer.from(text);
    const count = Math.ceil(bytes.length / 65_000);
    return Array.from({ length: count }, (_, at) => bytes.subarray(at * 65_000, (at + 1) * 65_000));
  });
  const framed = lines.flatMap((line) => [Buffer.from((line.length + 4).toString(16).padStart(4, "0")), line]);
  return Buffer.concat([...framed, Buffer.from("0000")]);
}
