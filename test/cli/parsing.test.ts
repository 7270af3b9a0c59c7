import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { readFlags } from "../../cli/body-flags.ts";
import { callOf } from "../../cli/commands/api.ts";
import { readContexts, saveContext, type Contexts } from "../../cli/contexts.ts";
import { changeVariables } from "../../cli/deploy/change-variables.ts";
import { readWishes } from "../../cli/deploy/wish.ts";
import { baseUrl, findTarget } from "../../cli/find-target.ts";
import { endOf, generationOf } from "../../cli/follow-change.ts";
import { FLAGS } from "../../cli/generated/flags.ts";
import { UsageError } from "../../cli/output/explain-fault.ts";

const FILE = `
apiVersion: hosting.berth.dev/v1alpha1
kind: Deployment
metadata: { name: shop }
spec:
  cluster: prod
  appType: web_app
  dockerImage: nginx:1.29
  volumes: [{ path: /data, sizeGb: 5 }]
  config: { someKey: { otherKey: 1 } }
  environmentVariables: [{ name: LOG, secretRef: LOG_LEVEL }]
  healthChecks: { readiness: { initialDelaySeconds: 3 } }
`;

describe("what is deployed", () => {
  it("is read of the custom resource that kubectl takes", async () => {
    const [wish, ...others] = await readWishes(FILE);
    expect(others).to.deep.equal([]);
    expect(wish).to.deep.equal({
      name: "shop",
      cluster: "prod",
      members: {
        app_type: "web_app",
        docker_image: "nginx:1.29",
        volumes: [{ path: "/data", sizeGb: 5 }],
        config: { someKey: { otherKey: 1 } },
        environment_variables: [{ name: "LOG", secret_ref: "LOG_LEVEL" }],
        health_checks: { readiness: { initial_delay_seconds: 3 } },
      },
    });
  });

  const rows: readonly (readonly [what: string, text: string, sentence: string])[] = [
    ["another kind", "apiVersion: v1\nkind: Pod\n", "deploy takes a Deployment"],
    [
      "a member that REST does not have",
      FILE.replace("cluster: prod", "cluster: prod\n  stopped: true"),
      "spec.stopped",
    ],
    ["an unknown member within", FILE.replace("sizeGb", "size"), "spec.volumes[0].size"],
    ["no name", FILE.replace("name: shop", "labels: {}"), "metadata.name"],
    ["a member that is misspelt", FILE.replace("sizeGb", "sizeGB_"), "did you mean spec.volumes[0].sizeGb?"],
    [
      "a member as REST has it",
      FILE.replace("cluster: prod", "cluster: prod\n  docker_image: a"),
      "did you mean spec.dockerImage?",
    ],
    ["no YAML", "a: [", "no YAML"],
    ["a tab, and the line with it", "a: 1\n\tb: 2", "at line 2, column 1."],
    ["nothing", "", "no Deployment"],
  ];
  for (const [what, text, sentence] of rows)
    it(`refuses ${what} with its place`, async () => {
      const fault = await readWishes(text).catch((error: unknown) => error);
      expect(fault).to.be.instanceOf(UsageError);
      expect((fault as Error).message).to.include(sentence);
    });

  it("is read of flags, which the contract's members are", () => {
    const options = {
      image: "nginx:1",
      replicas: "2",
      failoverHealthRoute: "false",
      args: ["-v", "x"],
      clusterWideRights: true,
    };
    expect(readFlags(options, FLAGS.DeploymentCreate)).to.deep.equal({
      docker_image: "nginx:1",
      replicas: 2,
      failover_health_route: false,
      args: ["-v", "x"],
      cluster_wide_rights: true,
    });
    expect(() => readFlags({ replicas: "many" }, FLAGS.DeploymentCreate)).to.throw(
      UsageError,
      '--replicas takes a number, not "many" (Number of pods; 1 by default; 0 to 100).',
    );
  });

  it("has the variables that were there, those that are set, and none that is removed", () => {
    const present = [
      { name: "A", value: "1", secret_ref: null },
      { name: "B", value: null, secret_ref: "S" },
      { name: "C", value: "", secret_ref: null },
    ];
    const change = { given: ["A=x=y"], secret: ["D=T"], unset: ["C"] };
    expect(changeVariables(present, change)).to.deep.equal([
      { name: "A", value: "x=y" },
      { name: "B", secret_ref: "S" },
      { name: "D", secret_ref: "T" },
    ]);
    expect(() => changeVariables([], { given: ["A"], secret: [], unset: [] })).to.throw(UsageError, "NAME=VALUE");
    expect(() => changeVariables([], { given: [], secret: ["A"], unset: [] })).to.throw(UsageError, "NAME=SECRET");
    expect(() => changeVariables([], { given: [], secret: [], unset: ["Z"] })).to.throw(UsageError);
  });
});

describe("the end of a change", () => {
  const steps = (...states: ("done" | "failed" | "running" | "waiting")[]) =>
    states.map((state, index) => ({
      step: ["accepted", "rendered", "committed", "synced", "healthy"][index],
      state,
    })) as never;

  it("is told by the chain, not by an older status", () => {
    const done = ["done", "done", "done", "done"] as const;
    expect(endOf({ steps: steps(...done, "done"), status: "running" })).to.equal("done");
    expect(endOf({ steps: steps("running", "waiting", "waiting", "waiting", "waiting"), status: "running" })).to.equal(
      undefined,
    );
    expect(endOf({ steps: steps("running", "waiting", "waiting", "waiting", "waiting"), status: "failed" })).to.equal(
      undefined,
    );
    expect(endOf({ steps: steps(...done, "failed"), status: "failed" })).to.equal("failed");
    expect(endOf({ steps: steps(...done, "failed"), status: "provisioning" })).to.equal(undefined);
    expect(endOf({ steps: steps(...done, "waiting"), status: "stopped" })).to.equal("done");
  });

  it("is that of the generation that was written", () => {
    expect([generationOf('"7.abc"'), generationOf('W/"12.x"'), generationOf(undefined)]).to.deep.equal([7, 12, 1]);
  });
});

describe("whom a command talks to", () => {
  const contexts: Contexts = {
    current: "prod",
    contexts: {
      prod: { url: "https://prod.example.org", key: "k1" },
      test: { url: "https://test.example.org", key: "k2" },
    },
  };
  const none = { url: undefined, key: undefined };

  it("is the named context, else the environment, else the current context", () => {
    expect(findTarget({ url: "https://x.example.org", key: "k" }, contexts, "test")).to.include({
      url: "https://test.example.org",
      key: "k2",
    });
    expect(findTarget({ url: "https://x.example.org/api/v1/", key: "k" }, contexts)).to.deep.equal({
      url: "https://x.example.org",
      key: "k",
    });
    expect(findTarget(none, contexts)).to.include({ url: "https://prod.example.org", key: "k1" });
    expect(findTarget({ url: undefined, key: "k" }, contexts)).to.deep.equal({
      url: "https://prod.example.org",
      key: "k",
    });
    expect(() => findTarget(none, { contexts: {} })).to.throw(UsageError, "BERTH_URL");
    expect(() => findTarget(none, contexts, "toString")).to.throw(UsageError, "no context");
  });

  it("never gets what another address was signed in to with", () => {
    expect(findTarget({ url: "https://evil.example.org", key: undefined }, contexts)).to.deep.equal({
      url: "https://evil.example.org",
    });
    expect(findTarget({ url: "https://prod.example.org/", key: undefined }, contexts)).to.include({ key: "k1" });
  });

  it("is an address", () => {
    for (const bad of ["berth", "ftp://x", "https://u:p@x.example.org"])
      expect(() => baseUrl(bad), bad).to.throw(UsageError);
  });

  it("is kept in a file for its owner alone, which is never half written", async () => {
    const folder = mkdtempSync(join(tmpdir(), "berth-contexts-"));
    const path = join(folder, "deep", "contexts.json");
    await saveContext(path, "prod", { url: "https://prod.example.org", key: "k" }, true);
    await saveContext(path, "test", { url: "https://test.example.org" });
    expect(statSync(path).mode & 0o777).to.equal(0o600);
    expect(readdirSync(join(folder, "deep"))).to.deep.equal(["contexts.json"]);
    expect(readContexts(path).current).to.equal("prod");
    expect(Object.keys(readContexts(path).contexts)).to.deep.equal(["prod", "test"]);
    writeFileSync(path, "{");
    expect(() => readContexts(path)).to.throw(UsageError);
    rmSync(folder, { recursive: true });
  });
});

describe("the operation of a path", () => {
  it("is the contract's, with its parameters", () => {
    expect(callOf("get", "/deployments?limit=5")).to.deep.equal({
      id: "listDeployments",
      input: { path: {}, query: { limit: "5" } },
    });
    expect(callOf("POST", "api/v1/deployments/x%20y/restart")).to.deep.equal({
      id: "restartDeployment",
      input: { path: { deployment_id: "x y" }, query: {} },
    });
    expect(callOf("GET", "/healthz").id).to.equal("getHealth");
    expect(() => callOf("GET", "/nothing")).to.throw(UsageError);
  });
});
