import { expect } from "chai";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { renderDeployment } from "../../render/deployment/render-deployment.ts";
import { deploymentInput } from "../support/deployment-input.ts";
import { WORKLOAD_CHART, pick, renderMany, type Rendered } from "../support/helm.ts";
import { AWKWARD_TEXTS, anyText } from "../support/schema-arbitrary.ts";
import { testSeed } from "../support/seeded-random.ts";

type Texts = Readonly<{ env: string[]; command: string[]; args: string[]; purpose: string; annotations: Record<string, string>; tolerated: string }>;

const randomTexts: fc.Arbitrary<Texts> = fc.record({
  env: fc.array(anyText, { minLength: 1, maxLength: 4 }),
  command: fc.array(anyText, { minLength: 1, maxLength: 3 }),
  args: fc.array(anyText, { minLength: 1, maxLength: 3 }),
  purpose: anyText.map((text) => text.slice(0, 190).toWellFormed()),
  annotations: fc.dictionary(
    anyText.map((text) => text.slice(0, 100).toWellFormed()),
    anyText,
    { minKeys: 1, maxKeys: 3 },
  ),
  tolerated: anyText,
});

/** Says what a container sees of a value: $$ is a dollar, and $(NAME) is whatever the variable holds. */
function expand(value: string): string {
  return value.replaceAll(/\$\$|\$\(([^)]*)\)/g, (found, name: string | undefined) => (found === "$$" ? "$" : `<variable ${name ?? ""}>`));
}

function toValues(texts: Texts, adopted: boolean): string {
  const tolerations = [{ key: "a", value: texts.tolerated }];
  const extraPodSpecYaml = JSON.stringify({ tolerations });
  const input = deploymentInput({
    environmentVariables: texts.env.map((value, index) => ({ name: `V${index}`, value })),
    command: texts.command,
    args: texts.args,
    volumes: [{ path: "/data", sizeGb: 1, purpose: texts.purpose }],
    ...(adopted
      ? { adoption: { namespace: "live", kind: "Deployment", workloadName: "shop", extraPodSpecYaml } }
      : { customValuesYaml: JSON.stringify({ podAnnotations: texts.annotations, tolerations }) }),
  });
  return renderDeployment(input).valuesYaml;
}

function readTexts(objects: readonly Rendered[]): Texts {
  const workload = objects.find((object) => object.kind === "Deployment");
  const claim = objects.find((object) => object.kind === "PersistentVolumeClaim");
  const container = pick(workload, "spec.template.spec.containers.0") as Record<string, unknown>;
  return {
    env: (container["env"] as { value: string }[]).map((variable) => expand(variable.value)),
    command: container["command"] as string[],
    args: container["args"] as string[],
    purpose: claim?.metadata.annotations?.["hosting.berth.dev/purpose"] ?? "",
    annotations: (pick(workload, "spec.template.metadata.annotations") ?? {}) as Record<string, string>,
    tolerated: pick(workload, "spec.template.spec.tolerations.0.value") as string,
  };
}

async function firstDifference(chart: string, cases: readonly Texts[], adopted = false): Promise<string | undefined> {
  let rendered: Rendered[][];
  try {
    rendered = await renderMany(chart, cases.map((texts) => toValues(texts, adopted)), "web");
  } catch (error) {
    return `helm refused: ${String(error).slice(0, 500)}`;
  }
  for (const [index, texts] of cases.entries()) {
    const found = readTexts(rendered[index] ?? []);
        if (!isSame(found, texts)) return `${JSON.stringify(texts)} became ${JSON.stringify(found)}`;
  }
  return undefined;
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, member]) => [key, sorted(member)]);
}

describe("Texts of users in charts/workload", function () {
  this.timeout(300_000);
  const awkward: Texts[] = AWKWARD_TEXTS.map((text) => ({ env: [text, `a${text}`, `${text}b`], command: [text], args: [text, text], purpose: text.slice(0, 190), annotations: { [text.slice(0, 100)]: text }, tolerated: text }));

  it("arrive as they are, awkward ones", async () => {
    expect(await firstDifference(WORKLOAD_CHART, awkward)).to.equal(undefined);
  });

  it("arrive as they are, random ones", async () => {
    const cases = fc.sample(randomTexts, { numRuns: 150, seed: testSeed() });
    expect(await firstDifference(WORKLOAD_CHART, cases)).to.equal(undefined);
  });

  it("arrive as they are where a pod is merged with what an adopted one has", async () => {
    const cases = awkward.map((texts) => ({ ...texts, annotations: {} }));
    expect(await firstDifference(WORKLOAD_CHART, cases, true)).to.equal(undefined);
  });

  const badCopies = [
    { name: "an unquoted value", file: "_pod.tpl", from: `value: {{ include "workload.literal" (.value | default "") | quote }}`, to: `value: {{ .value }}` },
    { name: "a value that is a template", file: "_pod.tpl", from: `- {{ . | quote }}`, to: `- {{ tpl . $ | quote }}` },
    { name: "a dollar that Kubernetes reads", file: "_pod.tpl", from: `include "workload.literal" (.value | default "")`, to: `(.value | default "")` },
  ];
  for (const { name, file, from, to } of badCopies) {
    it(`would not with ${name}: this test sees it`, async () => {
      const copy = await mkdtemp(join(tmpdir(), "berth-bad-chart-"));
      try {
        await cp(WORKLOAD_CHART, copy, { recursive: true });
        const path = join(copy, "templates", file);
        const template = await readFile(path, "utf8");
        expect(template).to.contain(from);
        await writeFile(path, template.replaceAll(from, to));
        expect(await firstDifference(copy, awkward)).to.be.a("string").that.matches(/ became |template/);
      } finally {
        await rm(copy, { recursive: true, force: true });
      }
    });
  }
});
