import { execFile } from "node:child_process";
import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import { stringify } from "yaml";
import { API_GROUP, API_VERSION } from "../../contract/identity.ts";
import { RESOURCES, RESOURCE_KINDS, type ResourceKind } from "../../contract/resources/all.ts";
import { findBinaries } from "../support/embedded-binaries.ts";
import { BERTH_CHART, renderChart } from "../support/helm.ts";

const VALUES = [join(BERTH_CHART, "ci", "minimal-values.yaml")];
const run = promisify(execFile);

type Status = Readonly<Record<string, unknown>>;
type Case = Readonly<{ kind: ResourceKind; status: Status | undefined; health: string; says: string }>;

const GENERATION = 3;
const observed = (phase: string, more: Status = {}): Status => ({ observedGeneration: GENERATION, phase, ...more });
const condition = (type: string, status: string, message: string): Status => ({
  conditions: [{ type, status, message, reason: "Because", observedGeneration: GENERATION }],
});
const progressing = (kind: ResourceKind): Case[] => [
  { kind, status: undefined, health: "Progressing", says: "has not acted" },
  { kind, status: observed("deleting-of-a-newer-release"), health: "Progressing", says: "newer-release" },
];

/** One of each health that a kind can have, and what only some statuses are. */
const CASES: readonly Case[] = [
  ...RESOURCE_KINDS.flatMap(progressing),
  ...RESOURCES.flatMap(({ kind, phases }) =>
    [...Map.groupBy(Object.entries(phases), ([, { health }]) => health).values()].map(([first]): Case => {
      const [phase = "", row] = first ?? [];
      return { kind, status: observed(phase), health: row?.health ?? "", says: phase };
    }),
  ),
  {
    kind: "Deployment",
    status: { ...observed("running"), observedGeneration: 2 },
    health: "Progressing",
    says: "has not acted on the newest change",
  },
  {
    kind: "Deployment",
    status: observed("failed", { errorMessage: "ImagePullBackOff" }),
    health: "Degraded",
    says: "ImagePullBackOff",
  },
  {
    kind: "Deployment",
    status: observed("running", condition("Ready", "False", "1 of 2 pods is ready")),
    health: "Degraded",
    says: "1 of 2 pods",
  },
  {
    kind: "Deployment",
    status: { ...observed("running", condition("Stalled", "True", "chart host is refused")), observedGeneration: 2 },
    health: "Degraded",
    says: "chart host is refused",
  },
];

/** Argo CD's own command, which evaluates as its controller does. */
describe("the health checks for Argo CD that the chart brings", function () {
  this.timeout(120_000);
  let dir: string;
  let argocd: string;

  before(async () => {
    dir = await mkdtemp(join(tmpdir(), "berth-health-"));
    // One binary is all of Argo CD: its name says which part.
    argocd = join(dir, "argocd");
    await symlink(await (await findBinaries(["argocd"]))("argocd"), argocd);
    const rendered = await renderChart(BERTH_CHART, VALUES, "berth-system");
    const shipped = rendered.find(({ metadata }) => metadata.name === "berth-argocd-health");
    const labels = { "app.kubernetes.io/name": "argocd-cm", "app.kubernetes.io/part-of": "argocd" };
    const metadata = { name: "argocd-cm", namespace: "argocd", labels };
    await writeFile(
      join(dir, "cm.yaml"),
      stringify({ apiVersion: "v1", kind: "ConfigMap", metadata, data: shipped?.["data"] }),
    );
  });
  after(() => rm(dir, { recursive: true, force: true }));

  const evaluate = async ({ kind, status }: Case, index: number): Promise<string> => {
    const file = join(dir, `${index}.yaml`);
    const metadata = { name: "one", namespace: "org-acme", generation: GENERATION };
    await writeFile(file, stringify({ apiVersion: `${API_GROUP}/${API_VERSION}`, kind, metadata, spec: {}, status }));
    const args = ["admin", "settings", "resource-overrides", "health", file, "--argocd-cm-path", join(dir, "cm.yaml")];
    const { stdout } = await run(argocd, args, { env: { ...process.env, HOME: dir } });
    return stdout;
  };

  for (const kind of RESOURCE_KINDS)
    it(`say of a ${kind} what its phases are in the contract`, async () => {
      const cases = CASES.filter((one) => one.kind === kind);
      expect(new Set(cases.map(({ health }) => health))).to.include.members(["Healthy", "Progressing", "Degraded"]);
      for (const [index, one] of cases.entries()) {
        const said = await evaluate(one, index);
        expect(said, JSON.stringify(one.status)).to.contain(`STATUS: ${one.health}`).and.to.contain(one.says);
      }
    });

  it("would be found out if they were wrong (known bad): a kind that none is for", async () => {
    const unknown = { kind: "Harbour" as ResourceKind, status: observed("running"), health: "Healthy", says: "" };
    const said = await evaluate(unknown, 99).catch(String);
    expect(said).not.to.contain("STATUS: Healthy");
  });
});
