import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { parse } from "yaml";
import { pick, renderMany, type Rendered } from "../support/helm.ts";

const run = promisify(execFile);
const POD_KINDS = ["Deployment", "StatefulSet"];
/** Lets a test change the values of each workload before they are rendered. */
type Change = (values: string) => string;

/** Renders each deployment of a commit by the chart that its Application names there; returns its pods' templates by handle. */
export async function podTemplates(
  repository: string,
  commit: string,
  change: Change = (values) => values,
): Promise<Map<string, unknown>> {
  const dir = await mkdtemp(join(tmpdir(), "berth-pods-"));
  try {
    await run("sh", ["-c", 'git -C "$1" archive "$2" | tar -x -C "$3"', "sh", repository, commit, dir]);
    const byChart = new Map<string, { handle: string; values: string }[]>();
    for (const { handle, chart, values } of await readWorkloads(dir))
      byChart.set(chart, [...(byChart.get(chart) ?? []), { handle, values: change(values) }]);
    const templates = new Map<string, unknown>();
    for (const [chart, workloads] of byChart) {
      // Helm wants the folder to be called as the chart.
      const named = join(dir, "named", chart, "workload");
      await mkdir(dirname(named), { recursive: true });
      await cp(join(dir, chart), named, { recursive: true });
      const rendered = await renderMany(
        named,
        workloads.map(({ values }) => values),
        "pods",
      );
      for (const [index, { handle }] of workloads.entries()) templates.set(handle, templateOf(rendered[index] ?? []));
    }
    return templates;
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

type Workload = Readonly<{ handle: string; chart: string; values: string }>;

async function readWorkloads(dir: string): Promise<Workload[]> {
  const files = (await readdir(dir, { recursive: true })).filter((file) =>
    /^clusters\/[^/]+\/deployments\/[^/]+\/values\.yaml$/.test(file),
  );
  const workloads: Workload[] = [];
  for (const file of files.sort()) {
    const [, cluster = "", , handle = ""] = file.split("/");
    const manifest = await readFile(join(dir, `clusters/${cluster}/applications/${handle}.yaml`), "utf8");
    const chart = pick(parse(manifest), "spec.source.path");
    // A chart of somebody else's changes with nothing of ours.
    if (typeof chart === "string" && chart.startsWith("platform/charts/"))
      workloads.push({ handle, chart, values: await readFile(join(dir, file), "utf8") });
  }
  return workloads;
}

function templateOf(objects: readonly Rendered[]): unknown {
  return objects.filter(({ kind }) => POD_KINDS.includes(kind)).map((object) => pick(object, "spec.template"));
}
