import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { parse } from "yaml";
import { findBinaries } from "./embedded-binaries.ts";

const run = promisify(execFile);
const OUTPUT_BYTES_MAX = 512 * 1024 * 1024;
const CASES_PER_RUN = 100;

/** Names the charts' folders. */
export const WORKLOAD_CHART = fileURLToPath(new URL("../../charts/workload", import.meta.url));

export const BERTH_CHART = fileURLToPath(new URL("../../charts/berth", import.meta.url));

export const DATABASE_CHART = fileURLToPath(new URL("../../charts/database", import.meta.url));

/** A rendered object as far as tests look into it. */
export type Rendered = {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string; labels: Record<string, string>; annotations?: Record<string, string> };
  [member: string]: unknown;
};

/** Reads a member of an object by its dotted path; undefined when it is not there. */
export function pick(object: unknown, path: string): unknown {
  return path.split(".").reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], object);
}

/** Renders one release with the real helm, as Argo CD does; throws what helm says. */
export async function renderRelease(
  chart: string,
  valuesYaml: string,
  release: { name: string; namespace: string; kubeVersion?: string },
): Promise<Rendered[]> {
  return inTempDir(async (dir) => {
    await writeFile(join(dir, "values.yaml"), valuesYaml);
    const output = await helm(dir, [
      "template",
      release.name,
      chart,
      "--namespace",
      release.namespace,
      ...(release.kubeVersion === undefined ? [] : ["--kube-version", release.kubeVersion]),
      "--values",
      join(dir, "values.yaml"),
    ]);
    return splitDocuments(output).map((document) => document.object);
  });
}

/** Renders one text as a template with these values as its dot: helm has the functions that Argo CD's ApplicationSets have. */
export async function renderText(text: string, values: object): Promise<unknown> {
  return inTempDir(async (dir) => {
    await mkdir(join(dir, "templates"));
    await writeFile(join(dir, "Chart.yaml"), "apiVersion: v2\nname: text\nversion: 0.0.0\n");
    await writeFile(join(dir, "values.yaml"), JSON.stringify({ text, dot: values }));
    const dot = '(merge (dict "Template" .Template) .Values.dot)';
    await writeFile(join(dir, "templates", "text.yaml"), `{{ tpl .Values.text ${dot} }}`);
    return parse(await helm(dir, ["template", "text", dir]));
  });
}

/**
 * Renders a chart once for each values file, many in one run of helm: each is a dependency, under an alias, of a chart made
 * for the purpose. A fault of one fails the run; helm's message names its alias, `case<index>`.
 */
export async function renderMany(
  chart: string,
  valuesYamls: readonly string[],
  namespace: string,
): Promise<Rendered[][]> {
  const results: Rendered[][] = [];
  for (let start = 0; start < valuesYamls.length; start += CASES_PER_RUN) {
    results.push(...(await renderBatch(chart, valuesYamls.slice(start, start + CASES_PER_RUN), namespace)));
  }
  return results;
}

async function renderBatch(chart: string, valuesYamls: readonly string[], namespace: string): Promise<Rendered[][]> {
  return inTempDir(async (dir) => {
    await mkdir(join(dir, "charts"));
    const name = basename(chart);
    await cp(chart, join(dir, "charts", name), { recursive: true });
    const aliases = valuesYamls.map((_, index) => `  - {name: ${name}, version: ">=0.0.0-0", alias: case${index}}`);
    await writeFile(
      join(dir, "Chart.yaml"),
      ["apiVersion: v2", "name: batch", "version: 0.0.1", "dependencies:", ...aliases, ""].join("\n"),
    );
    await writeFile(
      join(dir, "values.yaml"),
      valuesYamls.map((text, index) => `case${index}:\n${indent(text)}`).join(""),
    );
    const output = await helm(dir, ["template", "batch", dir, "--namespace", namespace]);
    const results: Rendered[][] = valuesYamls.map(() => []);
    for (const { source, object } of splitDocuments(output))
      results[Number(/charts\/case(\d+)\//.exec(source)?.[1])]?.push(object);
    return results;
  });
}

const indent = (text: string): string => text.replaceAll(/^(?=.)/gm, "  ");

let found: Promise<string> | undefined;

function helmPath(): Promise<string> {
  found ??= findBinaries(["helm"]).then((binaries) => binaries("helm"));
  return found;
}

/** Helm was built from its module: it does not know by itself which Kubernetes it was made for. */
const KUBE_VERSION = "1.36.0";

/** Renders a chart of Berth's own with the values files named; throws what helm says. */
export async function renderChart(
  chart: string,
  values: readonly string[],
  namespace: string,
  more: readonly string[] = [],
): Promise<Rendered[]> {
  const files = values.flatMap((file) => ["--values", file]);
  const output = await inTempDir((dir) =>
    helm(dir, [
      "template",
      "berth",
      chart,
      "--namespace",
      namespace,
      "--kube-version",
      KUBE_VERSION,
      ...files,
      ...more,
    ]),
  );
  return splitDocuments(output).map((document) => document.object);
}

/** Runs `helm lint --strict`; throws what it finds. */
export async function lintChart(chart: string, valuesFile: string): Promise<string> {
  return inTempDir((dir) =>
    helm(dir, ["lint", "--strict", "--kube-version", KUBE_VERSION, chart, "--values", valuesFile]),
  );
}

async function helm(dir: string, args: readonly string[]): Promise<string> {
  // No plugins, repositories or settings of whoever runs the tests.
  const env = { HELM_CACHE_HOME: dir, HELM_CONFIG_HOME: dir, HELM_DATA_HOME: dir };
  const { stdout } = await run(await helmPath(), args, { maxBuffer: OUTPUT_BYTES_MAX, env });
  return stdout;
}

function splitDocuments(output: string): { source: string; object: Rendered }[] {
  const parts = output.split(/^---\n# Source: (.+)\n/m);
  const documents: { source: string; object: Rendered }[] = [];
  for (let index = 1; index < parts.length; index += 2) {
    const object = parse(parts[index + 1] ?? "", { schema: "core" }) as Rendered | null;
    if (object !== null) documents.push({ source: parts[index] ?? "", object });
  }
  return documents;
}

async function inTempDir<T>(work: (dir: string) => Promise<T>): Promise<T> {
  const dir = await mkdtemp(join(tmpdir(), "berth-helm-"));
  try {
    return await work(dir);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}
