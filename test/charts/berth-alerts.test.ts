import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { listMetrics, type MetricRow } from "../../scripts/metrics-reference.ts";
import { BERTH_CHART, pick, renderChart, type Rendered } from "../support/helm.ts";

type Rule = Readonly<{ alert: string; expr: string; annotations: Readonly<{ summary: string; description: string }> }>;

/** Which of our metrics tells what the operator of a platform has to know, and by which labels. */
const WANTED: Readonly<Record<string, readonly [metric: string, type: string, labels: readonly string[]]>> = {
  "queue depth": ["berth_queue_depth", "gauge", ["controller"]],
  "queue age": ["berth_queue_oldest_age_seconds", "gauge", ["controller"]],
  "reconcile time by kind": ["berth_reconcile_seconds", "histogram", ["controller", "result"]],
  "seconds since the last event": ["berth_watch_silence_seconds", "gauge", ["resource"]],
  commits: ["berth_git_push_seconds", "histogram", []],
  "push failures": ["berth_git_push_failures_total", "counter", ["reason"]],
  "the branch being read": ["berth_git_branch_read", "gauge", []],
  "mirror lag": ["berth_mirror_lag_seconds", "gauge", []],
  "request latency": ["berth_http_request_duration_seconds", "histogram", ["route", "status"]],
};

/** Finds what an expression takes for a metric or a label of ours and is none. */
function strangers(expr: string, metrics: readonly MetricRow[]): string[] {
  const found: string[] = [];
  const used = (expr.match(/berth_[a-z_]+/g) ?? []).map((name) => [name, name.replace(/_(count|sum|bucket)$/, "")]);
  const rows = used.map(([name, base]) => {
    const row = metrics.find((one) => one.name === name || (one.name === base && one.type === "histogram"));
    if (row === undefined) found.push(name ?? "");
    return row;
  });
  if (used.length === 0) found.push("no metric");
  const grouped = [...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list = ""]) => list.split(/,\s*/));
  const matched = [...expr.matchAll(/[{,]\s*([a-z_]+)\s*(?:=~|!=|!~|=)/g)].map(([, label = ""]) => label);
  for (const label of [...grouped, ...matched])
    if (!rows.some((row) => row?.labels.includes(label))) found.push(`label ${label}`);
  return found;
}

describe("metrics and alerts of charts/berth", function () {
  this.timeout(300_000);
  let metrics: readonly MetricRow[];
  let objects: Rendered[];
  let rules: readonly Rule[];
  before(async () => {
    metrics = await listMetrics();
    const values = join(BERTH_CHART, "ci/everything-values.yaml");
    objects = await renderChart(BERTH_CHART, [values], "berth-system", ["--set", "monitoring.serviceMonitor=true,monitoring.prometheusRule=true"]);
    const rule = objects.find(({ kind }) => kind === "PrometheusRule");
    rules = (pick(rule, "spec.groups") as readonly { rules: readonly Rule[] }[]).flatMap((group) => group.rules);
  });

  for (const [what, [name, type, labels]] of Object.entries(WANTED))
    it(`tells ${what}`, () => {
      const row = metrics.find((one) => one.name === name);
      expect([row?.type, row?.labels]).to.deep.equal([type, labels]);
      expect(row?.help).to.be.a("string").and.not.equal("");
    });

  it("alerts only by metrics and labels that there are", () => {
    expect(rules).to.have.length(9);
    for (const { alert, expr } of rules) expect(strangers(expr, metrics), alert).to.deep.equal([]);
  });

  it("are as many as the guide says", () => {
    const [, number = ""] = /\((\w+) alerts, each says/.exec(readFileSync("docs/guides/installing.md", "utf8")) ?? [];
    expect(["six", "seven", "eight", "nine", "ten"].indexOf(number) + 6).to.equal(rules.length);
  });

  it("would see an alert on a metric or a label that there is not", () => {
    expect(strangers("sum(berth_leaders) < 1", metrics)).to.deep.equal(["berth_leaders"]);
    expect(strangers("max by (kind) (berth_leader)", metrics)).to.deep.equal(["label kind"]);
    expect(strangers('berth_http_request_duration_seconds_count{code=~"5.."}', metrics)).to.deep.equal(["label code"]);
    expect(strangers("berth_leader_count", metrics)).to.deep.equal(["berth_leader_count"]);
    expect(strangers("up == 0", metrics)).to.deep.equal(["no metric"]);
  });

  it("asks for no increase of a counter that may have no sample before its first one", () => {
    const counted = metrics.filter(({ type, labels }) => type === "counter" && labels.length > 0).map(({ name }) => name);
    const first = rules.filter(({ expr }) => /increase\(.*> 0$/.test(expr) && counted.some((name) => expr.includes(name)));
    expect(first.map(({ alert }) => alert)).to.deep.equal([]);
  });

  it("tells of Git also where nothing is pushed, since the branch was never read", () => {
    const { expr } = rules.find(({ alert }) => alert === "BerthGitUnread") ?? { expr: "" };
    expect(expr).to.equal("(max(berth_git_branch_read) < 1) and (sum(berth_leader) > 0)");
  });

  it("describes each alert by labels that its expression leaves", () => {
    for (const { alert, expr, annotations } of rules) {
      const named = [...annotations.description.matchAll(/\$labels\.([a-z_]+)/g)].map(([, label]) => label);
      for (const label of named) expect(expr, alert).to.contain(`by (${label ?? ""})`);
    }
  });

  it("names in its alerts and guides no metric that the reference does not have", async () => {
    const texts = [JSON.stringify(rules), ...(await Promise.all(["high-availability", "deployment-changes", "installing"].map((name) => readFile(join(BERTH_CHART, `../../docs/guides/${name}.md`), "utf8"))))];
    const known = metrics.map(({ name }) => name);
    const named = texts.join("\n").match(/berth_[a-z]+_[a-z_]+/g) ?? [];
    expect(named.map((name) => name.replace(/_(count|sum|bucket)$/, "")).filter((name) => !known.includes(name))).to.deep.equal([]);
  });

  it("lets Prometheus find the metrics port of both processes", () => {
    const monitor = objects.find(({ kind }) => kind === "ServiceMonitor");
    const labels = pick(monitor, "spec.selector.matchLabels") as Record<string, string>;
    const [endpoint] = pick(monitor, "spec.endpoints") as { port: string; path: string }[];
    const chosen = objects.filter(({ kind, metadata }) => kind === "Service" && Object.entries(labels).every(([key, value]) => metadata.labels[key] === value));
    expect(chosen.map(({ metadata }) => metadata.name).sort()).to.deep.equal(["berth-gateway", "berth-operator"]);
    expect(endpoint?.path).to.equal("/metrics");
    for (const service of chosen) {
      const port = (pick(service, "spec.ports") as { name: string; targetPort: string }[]).find(({ name }) => name === endpoint?.port);
      const pods = objects.find(({ kind, metadata }) => kind === "Deployment" && metadata.name === service.metadata.name);
      const [container] = pick(pods, "spec.template.spec.containers") as { ports: { name: string }[] }[];
      expect(container?.ports.map(({ name }) => name)).to.include(port?.targetPort);
    }
  });
});
