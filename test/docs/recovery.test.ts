import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import { parse, stringify } from "yaml";
import { blocksOf, readDocuments } from "../support/documents.ts";
import { findBinaries } from "../support/embedded-binaries.ts";
import { BERTH_CHART, pick, renderChart, type Rendered } from "../support/helm.ts";

const run = promisify(execFile);
const GUIDES = readDocuments("docs/guides/*.md").flatMap(blocksOf);
const BLOCKS = GUIDES.filter(({ document }) => document === "docs/guides/disaster-recovery.md");
/** Says what a process listens to, once it does. */
const TELLS_LISTENERS =
  'data:text/javascript,process.on("newListener", (name) => setImmediate(() => console.log(name)))';
const LOGIN = new URL("../../adapters/kubernetes/plain-login.ts", import.meta.url).href;

/** What the guides say of things in Berth's own namespace, by kubectl's words for their kinds. */
const KINDS: Readonly<Record<string, string>> = {
  deploy: "Deployment",
  deployment: "Deployment",
  service: "Service",
  configmap: "ConfigMap",
  token: "ServiceAccount",
};
const NAMED =
  /\bkubectl --namespace berth-system [^|\n]*?\b(deploy|deployment|service|configmap|token)[/ ](berth[a-z-]*)(?: --container ([a-z-]+))?/g;

/** Finds what commands name that is not there, and how many of them there are. */
function judge(texts: readonly string[], there: readonly Rendered[]): { count: number; missing: string[] } {
  const known = new Set(
    there.flatMap((object) => {
      const name = `${object.kind} ${object.metadata.name}`;
      return [name, ...containersOf(object).map((container) => `${name} ${container.name}`)];
    }),
  );
  const named = texts
    .flatMap((text) => [...text.matchAll(NAMED)])
    .map(([, word = "", name = "", container = ""]) => `${KINDS[word] ?? word} ${name} ${container}`.trim());
  return { count: named.length, missing: named.filter((one) => !known.has(one)) };
}

type Mount = Readonly<{ name: string; mountPath: string }>;
type Container = Readonly<{
  name: string;
  args: string[];
  env: Readonly<{ name: string }>[];
  volumeMounts: Mount[];
  [member: string]: unknown;
}>;
const containersOf = (object: unknown): readonly Container[] =>
  ["initContainers", "containers"].flatMap(
    (member) => (pick(object, `spec.template.spec.${member}`) ?? []) as readonly Container[],
  );
const containerOf = (deployment: unknown): Container =>
  (pick(deployment, "spec.template.spec.containers") as readonly [Container])[0];

describe("Recovery in an installation, as its guide has it", function () {
  this.timeout(120_000);
  let folder: string;
  let objects: readonly Rendered[];
  let operator: Rendered;
  let made: Rendered;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "berth-recovery-"));
    objects = await renderChart(BERTH_CHART, [join(BERTH_CHART, "ci/everything-values.yaml")], "berth-system");
    const found = objects.find(({ kind, metadata }) => kind === "Deployment" && metadata.name === "berth-operator");
    if (found === undefined) throw new Error("The chart has no operator");
    operator = found;
    const patch = BLOCKS.find(({ mark }) => mark?.name === "file" && mark.value === "idle-operator.yaml")?.text ?? "";
    const [patchFile, deployment] = [join(folder, "idle-operator.yaml"), join(folder, "operator.yaml")];
    await writeFile(patchFile, patch);
    // As the API server tells it.
    await writeFile(deployment, stringify({ ...operator, status: { observedGeneration: 1 } }));
    const kubectl = (await findBinaries(["kubectl"]))("kubectl");
    const args = ["patch", "--local", "--filename", deployment, "--type", "json", "--patch-file", patchFile];
    made = parse((await run(await kubectl, [...args, "--output", "yaml"])).stdout) as Rendered;
  });
  after(() => rm(folder, { recursive: true }));

  it("makes a pod that is the operator's but for what runs in it", () => {
    expect(made.metadata).to.include({ name: "berthctl", namespace: "berth-system" });
    expect(pick(made, "spec.replicas")).to.equal(1);
    expect(made).to.not.have.property("status");
    const probes = ["startupProbe", "readinessProbe", "livenessProbe"];
    const { args, volumeMounts, ...rest } = containerOf(made);
    const left = Object.entries(containerOf(operator)).filter(([name]) => ![...probes, "volumeMounts"].includes(name));
    expect(rest).to.deep.equal(Object.fromEntries(left));
    expect(args[0]).to.equal("-e");
    expect(volumeMounts).to.include.deep.members(containerOf(operator).volumeMounts);
    for (const member of ["serviceAccountName", "initContainers", "securityContext"])
      expect(pick(made, `spec.template.spec.${member}`), member).to.deep.equal(
        pick(operator, `spec.template.spec.${member}`),
      );
    const names = containerOf(made).env.map(({ name }) => name);
    expect(names).to.include("BERTH_POSTGRES_URL_FILE").and.not.include("BERTH_POSTGRES_URL");
  });

  it("has a folder to write to, where reapply-git clones: all else in the pod is read only", () => {
    expect(pick(containerOf(made), "securityContext.readOnlyRootFilesystem")).to.equal(true);
    const { name } =
      containerOf(made).volumeMounts.find(({ mountPath }) => mountPath === "/tmp") ?? expect.fail("none");
    const volumes = pick(made, "spec.template.spec.volumes") as readonly object[];
    expect(volumes).to.deep.equal([
      ...(pick(operator, "spec.template.spec.volumes") as object[]),
      { name, emptyDir: {} },
    ]);
  });

  it("names what the chart has, as all guides do", () => {
    const { count, missing } = judge(
      GUIDES.map(({ text }) => text),
      [...objects, made],
    );
    expect(count).to.be.at.least(10);
    expect(missing).to.deep.equal([]);
  });

  it("would be found out (known bad): a Deployment that the chart does not have, and a container", () => {
    const commands = ["exec -i deploy/berth-api -- node berthctl.js", "logs deploy/berth-operator --container wait"];
    const { missing } = judge(
      commands.map((command) => `kubectl --namespace berth-system ${command}`),
      objects,
    );
    expect(missing).to.deep.equal(["Deployment berth-api", "Deployment berth-operator wait"]);
  });

  it("has a selector of its own, which its pods meet", () => {
    const selector = pick(made, "spec.selector.matchLabels") as object;
    expect(pick(made, "spec.template.metadata.labels")).to.include(selector);
    expect(pick(operator, "spec.template.metadata.labels")).to.not.include(selector);
  });

  it("lets the pod wait until it is told to end", async () => {
    const child = spawn(process.execPath, ["--import", TELLS_LISTENERS, ...containerOf(made).args]);
    const ended = once(child, "close");
    expect(String(await once(child.stdout, "data"))).to.equal("SIGTERM\n");
    expect(child.exitCode).to.equal(null);
    child.kill("SIGTERM");
    expect(await ended).to.deep.equal([0, null]);
  });

  it("gives a kubeconfig through a pipe that is read at once, without client-node", async () => {
    const text = BLOCKS.map((block) => /<<CONFIG\n([^]*?)^CONFIG$/m.exec(block.text)?.[1]).find(Boolean) ?? "";
    const ca = join(folder, "ca.crt");
    await writeFile(ca, "the authority");
    const config = text
      .replace(/\$\([^)]*\)/, "the token")
      .replace("/var/run/secrets/kubernetes.io/serviceaccount/ca.crt", ca);
    const reads = `import { readKubeconfig } from "${LOGIN}"; console.log(JSON.stringify(await readKubeconfig("/dev/stdin")));`;
    await writeFile(join(folder, "gateway.yaml"), config);
    // The shell's pipe: Node would give its child a socket, which cannot be opened anew.
    const piped = 'cat "$1" | "$2" --input-type=module --eval "$3"';
    const { stdout } = await run("sh", ["-c", piped, "sh", join(folder, "gateway.yaml"), process.execPath, reads]);
    const login: unknown = JSON.parse(stdout);
    expect(login).to.deep.equal({ server: "https://kubernetes.default.svc", ca: "the authority", token: "the token" });
  });
});
