import { expect } from "chai";
import { FINALIZER } from "../../../contract/identity.ts";
import type { ResourceKind } from "../../../contract/resources/all.ts";
import { KINDS } from "../../../operator/controllers/kinds.ts";
import type { Parts } from "../../../operator/controllers/parts.ts";
import { ANEW, type Ground } from "../../../operator/controllers/shared/grounds.ts";
import type { Outcome } from "../../../operator/machines/decision.ts";
import { createFakeClock } from "../../support/fake-clock.ts";

type Played = Readonly<{ outcome: Outcome; grounds: readonly Ground[]; touched: readonly string[] }>;

const metadata = {
  namespace: "org-a",
  name: "one",
  uid: "u",
  generation: 1,
  finalizers: [FINALIZER],
  deletionTimestamp: "2026-01-01T00:00:00Z",
};
const LEAVING: readonly Readonly<{ kind: ResourceKind; spec: object; rests: readonly string[] }>[] = [
  { kind: "DatabaseInstance", spec: { cluster: "c", engine: "postgresql" }, rests: ["Cluster", "DatabaseInstance"] },
  { kind: "DatabaseBackup", spec: { database: "d" }, rests: ["DatabaseInstance"] },
  { kind: "UpgradeRequest", spec: { cluster: "c", toVersion: "1.36.3" }, rests: ["Cluster"] },
];

/** Has one pass go over an object that is being deleted, where copies hold nothing else and the API server knows more. */
async function play(kind: ResourceKind, spec: object): Promise<Played> {
  const { collection, createController } = KINDS[kind];
  const object = { metadata, spec, status: { phase: "running", databaseId: "d1", clusterId: "c1" } };
  const empty = { get: () => undefined, byIndex: () => [] };
  const caches = new Proxy(empty, {
    get: (_, name) => (name === collection ? { ...empty, get: () => object } : empty),
  });
  const grounds: Ground[] = [];
  const touched: string[] = [];
  const untouched = new Proxy({}, { get: (_, name) => () => void touched.push(String(name)) });
  const parts = {
    caches,
    clock: createFakeClock(),
    settings: {},
    client: untouched,
    writer: untouched,
    desk: { removal: () => ({ kind: "present" }), forget: () => undefined, write: () => void touched.push("desk") },
    areNewest: (asked: readonly Ground[]) => {
      grounds.push(...asked);
      return Promise.resolve(false);
    },
  };
  const outcome = await createController(parts as unknown as Parts).reconcile("org-a/one");
  return { outcome, grounds, touched };
}

describe("What is being deleted", () => {
  for (const { kind, spec, rests } of LEAVING)
    it(`is not let go as long as the API server knows more than the copies of what it rests on: ${kind}`, async () => {
      const { outcome, grounds, touched } = await play(kind, spec);
      expect(outcome).to.equal(ANEW);
      expect(grounds.map((ground) => ground.kind)).to.deep.equal(rests);
      expect(touched).to.deep.equal([]);
    });
});
