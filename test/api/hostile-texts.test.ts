import { expect } from "chai";
import { TooCostlyError } from "../../adapters/worker/bounded-worker.ts";
import type { TextWork } from "../../api/resources/text-work.ts";
import { organizationNamespace } from "../../contract/identity.ts";
import { newAccount, newCluster, type Account, type Answer } from "./client.ts";
import { isSuperlinear } from "../support/growth.ts";
import { startTestGateway, type TestGateway } from "./gateway.ts";

const keysOf = (count: number): string => Array.from({ length: count }, (_, at) => `k${at}: 1`).join("\n");
const mapOf = (count: number): object => Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, 1]));

const PREFLIGHTS_PER_HOUR = 40;

/** Texts that once stopped the gateway for seconds: they are sent at two lengths, and the answer's time is compared. */
describe("a gateway that is sent hostile texts", function () {
  this.timeout(300_000);
  let gateway: TestGateway;
  let account: Account;
  let clusterId: string;

  before(async () => {
    gateway = await startTestGateway({
      env: { BERTH_PREFLIGHTS_PER_HOUR: String(PREFLIGHTS_PER_HOUR), BERTH_CLUSTER_DENIED_ADDRESSES: "none" },
    });
    account = await newAccount(gateway.url);
    clusterId = await newCluster(account.call, { tier: "dedicated" });
    await gateway.settle("Cluster", clusterId, "running");
  });
  after(() => gateway.stop());

  const preflight = (kubeconfig: string): Promise<Answer> =>
    account.call("POST", "/clusters/preflight-import", { provider: "gke", kubeconfig });
  const rehearse = (members: object): Promise<Answer> =>
    account.call("POST", "/deployments?dry_run=true", {
      name: "hostile",
      cluster_id: clusterId,
      app_type: "web_app",
      docker_image: "nginx:1.29",
      ...members,
    });

  const growing: readonly (readonly [string, number, number, (length: number) => Promise<Answer>])[] = [
    ["a kubeconfig of anchors without a name", 422, 30_000, (length) => preflight(`#${"&".repeat(length)}`)],
    ["values of very many keys", 200, 6_000, (length) => rehearse({ custom_values_yaml: keysOf(length) })],
    ["a config of very many keys", 200, 6_000, (length) => rehearse({ config: { all: mapOf(length) } })],
  ];
  for (const [name, status, length, ask] of growing) {
    it(`answers ${name} in time that grows as the text does`, async () => {
      const answers: Answer[] = [];
      const work = async (text: string): Promise<number> => answers.push(await ask(text.length));
      expect(await isSuperlinear(work, (count) => "x".repeat(count), length)).to.equal(false);
      for (const answer of answers) expect(answer.status, answer.text.slice(0, 300)).to.equal(status);
      expect(answers).not.to.be.empty;
    });
  }

  it("refuses what takes too long to render, and goes on with what has little text", async () => {
    const services = gateway.services as { textWork: TextWork };
    const { textWork } = services;
    const asked: string[] = [];
    const run = (task: string): Promise<never> => {
      asked.push(task);
      return Promise.reject(new TooCostlyError("Too much time"));
    };
    services.textWork = { ...textWork, run };
    try {
      const long = await rehearse({ custom_values_yaml: `# ${"x".repeat(10_000)}` });
      expect([long.status, long.text.includes("takes too long to render")], long.text).to.deep.equal([422, true]);
      expect([(await rehearse({ custom_values_yaml: "# x" })).status, asked]).to.deep.equal([200, ["assertRendered"]]);
    } finally {
      services.textWork = textWork;
    }
  });

  it("renders much text elsewhere for its answers too, once for all that is shown of a write", async () => {
    const textWork = gateway.services.textWork;
    const { run, runOfWritten } = textWork;
    const asked: string[] = [];
    const served = new Set<string>();
    const values = `handle: elsewhere\n# ${"x".repeat(20_000)}\n`;
    const ask = <Output>(task: Parameters<TextWork["run"]>[0], input: unknown, namespace: string) => {
      asked.push(task);
      served.add(namespace);
      return task === "renderValues" ? Promise.resolve(values as Output) : run<Output>(task, input, namespace);
    };
    const members = { app_type: "web_app", docker_image: "nginx:1.29", custom_values_yaml: `# ${"x".repeat(10_000)}` };
    Object.assign(textWork, { run: ask, runOfWritten: ask });
    try {
      const body = { name: "long", cluster_id: clusterId, ...members };
      const made = await account.call("POST", "/deployments", body, { "idempotency-key": "long-1" });
      expect([made.status, made.body["values_yaml"]], made.text.slice(0, 300)).to.deep.equal([201, values]);
      expect(asked).to.deep.equal(["assertRendered", "renderValues"]);
      const path = `/deployments/${String(made.body["id"])}`;
      expect((await account.call("GET", path)).body["values_yaml"]).to.equal(values);
      const again = await account.call("POST", "/deployments", body, { "idempotency-key": "long-1" });
      expect([again.status, again.body["values_yaml"], asked.length]).to.deep.equal([201, values, 2]);
      const rehearsed = await account.call("PATCH", `${path}?dry_run=true`, { replicas: 2 });
      expect([rehearsed.status, rehearsed.body["values_yaml"]]).to.deep.equal([200, values]);
      expect((await account.call("DELETE", `${path}?dry_run=true`)).status).to.equal(200);
      expect(asked).to.include("planDeployment").and.to.include("planDeletion");
      expect([...served], "in its turn").to.deep.equal([organizationNamespace(account.slug)]);
    } finally {
      Object.assign(textWork, { run, runOfWritten });
    }
  });

  it("judges role and limit before it reads a kubeconfig", async () => {
    const { rows } = await gateway.services.pool.query<{ id: string }>(
      "UPDATE memberships SET role = 'viewer' WHERE user_id = $1 RETURNING organization_id AS id",
      [account.userId],
    );
    expect(rows).to.have.length(1);
    for (const [path, more] of [
      ["/clusters/preflight-import", {}],
      ["/clusters/import", { name: "mine", region: "eu-1", acknowledge_bundle_install: true }],
    ] as const)
      expect((await account.call("POST", path, { provider: "gke", kubeconfig: "secret: [", ...more })).status).to.equal(
        403,
      );
    await gateway.services.pool.query("UPDATE memberships SET role = 'owner' WHERE user_id = $1", [account.userId]);
    const statuses: number[] = [];
    while (statuses.length <= PREFLIGHTS_PER_HOUR && statuses.at(-1) !== 429)
      statuses.push((await preflight("secret: [")).status);
    expect(statuses.at(-1)).to.equal(429);
  });
});
