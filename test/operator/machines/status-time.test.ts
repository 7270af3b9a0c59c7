import { expect } from "chai";
import { z } from "zod";
import { byKind, RESOURCES, type ResourceKind } from "../../../contract/resources/all.ts";
import { parseBackupState } from "../../../operator/machines/backup/status.ts";
import { parseClusterState } from "../../../operator/machines/cluster/status.ts";
import { parseDatabaseState } from "../../../operator/machines/database/status.ts";
import { parseDeploymentState } from "../../../operator/machines/deployment/status.ts";
import { isSetRight } from "../../../operator/machines/status-time.ts";
import { parseUpgradeState } from "../../../operator/machines/upgrade/status.ts";
import { NOW } from "../../support/delivered.ts";
import type { JsonSchema } from "../../support/schema-arbitrary.ts";

const LATER = NOW + 3_600_000;
const [TO_COME, AT_ONCE] = [LATER, NOW].map((ms) => new Date(ms).toISOString()) as [string, string];
const rollover = { serverType: "large", attempt: 0, step: "DrainOne", since: TO_COME, incomplete: false } as const;
const git = { path: "p", commit: "c", contentHash: "h", committedAt: TO_COME };

const PARSE: Readonly<Record<ResourceKind, (status: object, nowMs: number) => object>> = {
  Cluster: parseClusterState,
  Deployment: parseDeploymentState,
  DatabaseInstance: parseDatabaseState,
  DatabaseBackup: parseBackupState,
  UpgradeRequest: parseUpgradeState,
};

type Times = { [name: string]: string | Times };

/** Makes a status whose times are all the same, but for one. */
function timesOf({ properties = {} }: JsonSchema, at: string, other?: Readonly<{ path: string; at: string }>): Times {
  const members = Object.entries(properties).flatMap(([name, member]): [string, string | Times][] => {
    const isOther = other?.path === name;
    const below =
      other?.path.startsWith(`${name}.`) === true ? { ...other, path: other.path.slice(name.length + 1) } : undefined;
    if (member.format === "date-time") return [[name, isOther ? other.at : at]];
    return member.properties === undefined ? [] : [[name, timesOf(member, at, below)]];
  });
  return { ...Object.fromEntries(members), ...("committedAt" in properties && { commit: "c", contentHash: "h" }) };
}

function pathsOf({ properties = {} }: JsonSchema): string[] {
  return Object.entries(properties).flatMap(([name, member]) =>
    member.format === "date-time" ? [name] : pathsOf(member).map((path) => `${name}.${path}`),
  );
}

describe("Times to come, which a clock has written that was ahead", () => {
  it("count from now on, whatever lasts since then", () => {
    const deployment = parseDeploymentState({ phaseSince: TO_COME, unhealthySince: TO_COME, git }, NOW);
    expect([deployment.phaseSinceMs, deployment.unhealthySinceMs, deployment.git?.committedAtMs]).to.eql([
      NOW,
      NOW,
      NOW,
    ]);
    const cluster = parseClusterState({ attemptStartedAt: TO_COME, rollover }, NOW);
    expect([cluster.attemptStartedAtMs, cluster.rollover?.sinceMs]).to.eql([NOW, NOW]);
    expect(parseUpgradeState({ startedAt: TO_COME }, NOW).startedAtMs).to.equal(NOW);
  });

  const found = byKind(({ kind }) => {
    const { status } = RESOURCES.find((resource) => resource.kind === kind) ?? expect.fail(kind);
    const schema = z.toJSONSchema(status, { target: "openapi-3.0", io: "input" }) as JsonSchema;
    return pathsOf(schema).map((path) => ({ path, of: (at: string) => timesOf(schema, AT_ONCE, { path, at }) }));
  });
  const lasting = Object.entries(found).flatMap(([kind, all]) =>
    all
      .filter(({ of }) => {
        const [then, later] = [NOW, LATER].map((nowMs) => PARSE[kind as ResourceKind](of(TO_COME), nowMs));
        return JSON.stringify(then) !== JSON.stringify(later);
      })
      .map((one) => ({ kind, ...one })),
  );

  it("are of all that lasts", () => {
    expect(lasting.map(({ kind, path }) => `${kind} ${path}`)).to.include.members([
      "Cluster attemptStartedAt",
      "Cluster rollover.since",
      "Deployment git.committedAt",
      "Deployment unhealthySince",
      "UpgradeRequest startedAt",
    ]);
  });

  for (const { kind, path, of } of lasting)
    it(`are set right in a status, once: ${kind} ${path}`, () => {
      expect(isSetRight(of(TO_COME), of(AT_ONCE), NOW)).to.equal(true);
      expect(isSetRight(of(AT_ONCE), of(AT_ONCE), NOW)).to.equal(false);
      expect(isSetRight(of(TO_COME), of(TO_COME), NOW), "no write would mend it").to.equal(false);
      const others = of(new Date(NOW + 59_000).toISOString());
      expect(isSetRight(others, of(AT_ONCE), NOW), "another leader's").to.equal(false);
    });
});
