import { expect } from "chai";
import { judgeRules, type Judged } from "../../../api/alerts/judge-rules.ts";
import type { WatchedResource } from "../../../api/alerts/watched-resource.ts";
import { effectiveRules, type AlertRule } from "../../../contract/alert-rules.ts";
import type { PodFacts } from "../../../api/usage/pod-facts.ts";

const NOW = Date.parse("2026-11-23T12:00:00Z");
const ready = (status: string): object => ({
  type: "Ready",
  status,
  message: "two\nlines",
  last_transition_time: "2026-11-23T11:00:00Z",
});
const certificate = (reason: string, status = "False"): object => ({ type: "CertificateReady", status, reason });

type Parts = Readonly<{ body?: object; pods?: unknown; memory?: unknown } & Record<string, unknown>>;
function judge(rule: AlertRule, { body = {}, memory, ...parts }: Parts, nowMs = NOW): Judged["seen"] {
  const watch = { rule, sinceMs: null, clearSinceMs: null, alertId: null, memory, version: 1 };
  const resource = {
    id: "01970000-0000-7000-8000-000000000001",
    kind: rule === "backup" ? "DatabaseInstance" : "Deployment",
    name: "shop",
    objectName: "shop",
    body,
    rules: effectiveRules({}),
    watches: new Map([[rule, watch]]),
    pods: undefined,
    requests: undefined,
    hasArchive: true,
    ...parts,
  } as unknown as WatchedResource;
  const found = judgeRules(resource, nowMs).find((one) => one.rule === rule);
  return found?.seen ?? { is: "unknown" };
}
const pod = (used: number | null, limit: number | null): PodFacts =>
  ({ name: "shop-1", restarts: 0, memory: { used, limit, requested: 0 } }) as PodFacts;

describe("The rules of alerts", () => {
  it("tell that something is not healthy since its condition says so, in one line", () => {
    expect(judge("not_healthy", { body: { conditions: [ready("False")] } })).to.deep.equal({
      is: "so",
      message: "shop is not healthy: two lines",
      sinceMs: Date.parse("2026-11-23T11:00:00Z"),
    });
    expect(judge("not_healthy", { body: { conditions: [ready("True")] } }).is).to.equal("not");
    expect(judge("not_healthy", { body: { conditions: [ready("False")], is_staged: true } }).is).to.equal("not");
    expect(judge("not_healthy", { body: { conditions: [] } }).is).to.equal("unknown");
  });

  it("see memory near its limit, and know nothing where nobody measures", () => {
    const seen = (...pods: PodFacts[]): string => judge("memory", { pods }).is;
    expect(seen(pod(90, 100))).to.equal("so");
    expect(seen(pod(10, 100), pod(95, 100))).to.equal("so");
    expect(seen(pod(85, 100))).to.equal("between");
    expect(seen(pod(79, 100))).to.equal("not");
    expect(seen(pod(null, 100))).to.equal("unknown");
    expect(seen(pod(500, null))).to.equal("not");
    expect(seen()).to.equal("not");
    expect(judge("memory", {}).is).to.equal("unknown");
  });

  it("see requests that fail or take long, unless they are few, and know nothing where nobody counts them", () => {
    const seen = (rule: AlertRule, asked: number, failed: number, seconds?: number): string => {
      const [requestsPerSecond, errorsPerSecond] = [asked / 300, failed / 300];
      return judge(rule, { requests: { requestsPerSecond, errorsPerSecond, latencyP95Seconds: seconds } }).is;
    };
    expect([0, 3, 4.5, 5, 100].map((failed) => seen("error_rate", 100, failed))).to.deep.equal(
      ["not", "not", "between", "so", "so"], //
    );
    expect(seen("error_rate", 19, 19)).to.equal("between");
    expect(seen("error_rate", 0, 0)).to.equal("not");
    expect([1, 1.7, 2, 9].map((seconds) => seen("latency", 100, 0, seconds))).to.deep.equal([
      "not",
      "between",
      "so",
      "so",
    ]);
    expect(seen("latency", 19, 0, 9)).to.equal("between");
    expect(seen("latency", 0, 0)).to.equal("not");
    for (const rule of ["error_rate", "latency"] as const) {
      expect(judge(rule, { requests: null }).is).to.equal("not");
      expect(judge(rule, {}).is).to.equal("unknown");
    }
  });

  it("tell of requests in figures that people can check", () => {
    const requests = { requestsPerSecond: 0.5, errorsPerSecond: 0.1, latencyP95Seconds: 2.4 };
    expect(judge("error_rate", { requests })).to.include({
      message: "20 % of the requests to shop were answered with 500 or above within 5 minutes: 30 of 150.",
    });
    expect(judge("latency", { requests })).to.include({
      message: "Of 100 requests to shop 5 took 2400 ms or longer within 5 minutes; told from 2000 ms on.",
    });
  });

  it("see restarts only once there are as many, and know nothing of a cluster that does not answer", () => {
    const memory = { pods: { "shop-1": 2 }, rises: [] };
    const seen = (restarts: number): string =>
      judge("restarts", { memory, pods: [{ ...pod(null, null), restarts }] }).is;
    expect([2, 3, 4, 5, 9].map(seen)).to.deep.equal(["not", "between", "between", "so", "so"]);
    expect(judge("restarts", {}).is).to.equal("unknown");
  });

  it("see a certificate that ends, by what the condition says of it", () => {
    const seen = (reason: string, status = "False"): string =>
      judge("certificate", { body: { conditions: [certificate(reason, status)] } }).is;
    expect(seen("Issued", "True")).to.equal("not");
    expect(seen("ExpiresSoon")).to.equal("so");
    expect(seen("Expired", "Unknown")).to.equal("so");
    expect(seen("ClusterUnreachable", "Unknown")).to.equal("unknown");
    expect(judge("certificate", { body: { conditions: [] } }).is).to.equal("not");
  });

  it("see a backup that was due and did not come, by the schedule that it was due by", () => {
    const body = { backup_enabled: true, backup_schedule: "0 9 * * *", created_at: "2026-01-01T00:00:00Z" };
    const seen = (members: object, parts: Parts = {}): string =>
      judge("backup", { ...parts, body: { ...body, ...members } }).is;
    expect(seen({ last_backup_at: "2026-11-23T09:04:00Z" })).to.equal("not");
    expect(seen({ last_backup_at: "2026-11-22T09:04:00Z" })).to.equal("so");
    expect(seen({ last_backup_at: null })).to.equal("so");
    expect(seen({ backup_schedule: "30 10 * * *", last_backup_at: "2026-11-22T10:31:00Z" })).to.equal("not");
    expect(seen({ backup_enabled: false })).to.equal("not");
    // The day before was a Sunday, but no 13th: enough for MOCO's CronJob, while CloudNativePG asks for both.
    const stepped = { backup_schedule: "0 9 13 * */2", last_backup_at: "2026-11-21T09:04:00Z" };
    expect(seen({ ...stepped, engine: "mysql" })).to.equal("so");
    expect(seen({ ...stepped, engine: "postgresql" })).to.equal("not");
    expect(seen({}, { hasArchive: false })).to.equal("not");
    expect(seen({ created_at: "2026-11-23T09:30:00Z" })).to.equal("not");
    const changed = { cron: "0 14 * * *", sinceMs: 0 };
    expect(seen({ last_backup_at: "2026-11-22T14:01:00Z" }, { memory: changed })).to.equal("not");
  });

  it("hold unless they are switched off, and only for the kinds that they are for", () => {
    const rules = effectiveRules({ memory: { enabled: false } });
    expect(judge("memory", { rules, pods: [pod(99, 100)] }).is).to.equal("unknown");
    expect(
      judge("certificate", { kind: "DatabaseInstance", body: { conditions: [certificate("Expired")] } }).is,
    ).to.equal("unknown");
  });
});
