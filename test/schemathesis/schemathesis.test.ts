import { expect } from "chai";
import { ValidationFault } from "../../api/http/validation-fault.ts";
import { BerthError } from "../../contract/errors.ts";
import { OPERATIONS } from "../../contract/rest/all.ts";
import { HANDLERS } from "../../api/routes/all.ts";
import { newAccount, newCluster, newDeployment, newKey, type Account } from "../api/client.ts";
import { startTestGateway, type TestGateway } from "../api/gateway.ts";
import { isFull } from "../support/seeded-random.ts";
import { HetznerServer } from "../support/hetzner-server.ts";
import { findPython, findSchemathesis } from "./install-schemathesis.ts";
import { runSchemathesis, type SchemathesisRun } from "./run-schemathesis.ts";
import { makePlatformAdmin } from "../api/platform-admin.ts";

/** BERTH_... names are the product's own, so these are not. */
const EXAMPLES_MAX = Number(process.env["SCHEMATHESIS_EXAMPLES"] ?? (isFull ? 40 : 4));
/** The boundary cases of every member, nine tenths of all requests, are a night's, as are those who may less than an admin. */
const PHASES = isFull ? {} : { phases: ["examples", "fuzzing", "stateful"] };
const SEED = Number(process.env["SCHEMATHESIS_SEED"] ?? 20_261_121);
/** What would end the credential that the run uses. */
const ENDS_SESSION =
  /^(register|login|logout|changePassword|deleteOtherSessions|deleteSession|.*[iI]mpersonat.*|.*Password.*|acceptInvitation)$/;
const ENDS_KEY = /^(logout|changePassword|deleteOtherSessions|deleteSession|deleteApiKey|rotateApiKey|.*Password.*)$/;

const FAULT = { type: "value_error", loc: ["query", "limit"], msg: "No", input: 1 };

const ids = (...patterns: readonly RegExp[]): string[] =>
  OPERATIONS.filter(({ operationId, success }) => {
    const isStream = success.contentType === "text/event-stream";
    return isStream || patterns.some((pattern) => pattern.test(operationId));
  }).map(({ operationId }) => operationId);

/** Every operation with every check: the document is the truth, whoever asks. */
describe(`Schemathesis (seed ${SEED}, ${EXAMPLES_MAX} examples)`, function () {
  this.timeout(0);
  let gateway: TestGateway;
  let hetzner: HetznerServer;
  let admin: Account;
  let member: Account;
  let known: SchemathesisRun["known"];

  before(async () => {
    await findSchemathesis();
    // Its logins are begun and refused, but nobody comes back from GitHub, so that it is never asked.
    const login = { BERTH_GITHUB_CLIENT_ID: "id", BERTH_GITHUB_CLIENT_SECRET: "secret" };
    // Tokens are tried there; none that is made up counts.
    hetzner = new HetznerServer();
    const env = {
      BERTH_HETZNER_URL: await hetzner.start(),
      BERTH_WAIT_MAX: "0",
      BERTH_VALIDATE_RESPONSES: "false",
      BERTH_PUBLIC_URL: "http://localhost",
      ...login,
    };
    gateway = await startTestGateway({ env });
    admin = await newAccount(gateway.url);
    member = await newAccount(gateway.url);
    await makePlatformAdmin(gateway, admin);
    await gateway.services.pool.query(
      "INSERT INTO memberships (organization_id, user_id, role) VALUES ($1, $2, 'member')",
      [admin.organizationId, member.userId],
    );
    known = await thingsOf(gateway, admin);
  });
  after(async () => {
    await gateway.stop();
    await hetzner.stop();
  });

  const run = async (what: Pick<SchemathesisRun, "excluded"> & Partial<SchemathesisRun>): Promise<void> => {
    const startedMs = performance.now();
    const base = { url: gateway.url, known, seed: SEED, examplesMax: EXAMPLES_MAX };
    const { passed, requests, output } = await runSchemathesis({ ...base, ...what });
    console.log(`    ${requests} requests in ${Math.round((performance.now() - startedMs) / 1000)} s`);
    expect(passed, output).to.equal(true);
    expect(requests).to.be.greaterThan(OPERATIONS.length * (what.phases === undefined ? EXAMPLES_MAX : 1));
  };

  it("finds nothing as an admin with a session", () =>
    run({ header: `Cookie: ${admin.cookie}`, excluded: ids(ENDS_SESSION), ...PHASES }));

  if (isFull) {
    it("finds nothing as a member with an API key", () =>
      run({ header: `Authorization: Bearer ${member.key}`, excluded: ids(ENDS_KEY) }));

    it("finds nothing without credentials", () => run({ excluded: ids() }));
  }

  it("says in one sentence what to install where there is no Python", async () => {
    const fault = await findPython("/nowhere").catch((error: unknown) => (error as Error).message);
    expect(fault).to.match(/^Install Python 3[^\n]+$/);
  });

  it("finds a gateway that breaks its promises (known bad)", async () => {
    const bad = await startTestGateway({
      env: { BERTH_WAIT_MAX: "0", BERTH_VALIDATE_RESPONSES: "false" },
      handlers: {
        ...HANDLERS,
        listApiKeys: { handle: () => Promise.resolve({ body: { api_keys: [7] } }) },
        listClusters: { handle: () => Promise.reject(new Error("broken")) },
        listDeployments: { handle: () => Promise.resolve({ status: 206, body: {} }) },
        listSessions: { handle: () => Promise.reject(new ValidationFault([{ ...FAULT, type: "int_parsing" }])) },
        listProviders: { handle: () => Promise.reject(new BerthError("unauthenticated")) },
      },
    });
    try {
      const { cookie } = await newAccount(bad.url);
      const { passed, output } = await runSchemathesis({
        url: bad.url,
        header: `Cookie: ${cookie}`,
        excluded: [],
        included: ["listApiKeys", "listClusters", "listDeployments", "listSessions", "listProviders"],
        known: {},
        examplesMax: 1,
        seed: SEED,
      });
      expect(passed).to.equal(false);
      for (const found of [
        "Response violates schema",
        "Server error",
        "Undocumented status code",
        "refused_only_by_rules",
        "Only ever answered 401: GET /api/v1/providers",
      ])
        expect(output.includes(found), `${found}:\n${output}`).to.equal(true);
    } finally {
      await bad.stop();
    }
  });
});

/** Makes what operations need to get past "not found", more of it than the run deletes. */
async function thingsOf(
  gateway: TestGateway,
  { call, session, slug, organizationId }: Account,
): Promise<SchemathesisRun["known"]> {
  const clusters: string[] = [];
  const deployments: string[] = [];
  const keys: string[] = [];
  for (let index = 0; index < 4; index += 1) {
    const clusterId = await newCluster(call);
    await gateway.settle("Cluster", clusterId);
    clusters.push(clusterId);
    for (let one = 0; one < 4; one += 1) deployments.push((await newDeployment(call, clusterId)).id);
    keys.push((await newKey(session)).id);
  }
  return {
    "path.cluster_id": clusters,
    "body.cluster_id": clusters,
    "query.cluster_id": clusters,
    "path.deployment_id": deployments,
    "path.key_id": keys,
    "path.slug": [slug],
    "path.provider": ["local", "github"],
    "body.provider": ["local"],
    "body.region": ["local-1"],
    "body.organization_id": [organizationId],
    "query.organization_id": [organizationId],
  };
}
