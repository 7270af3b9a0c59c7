import { expect } from "chai";
import fc from "fast-check";
import { Registry } from "prom-client";
import type { KubeObject } from "../../../adapters/kubernetes/kube-object.ts";
import { APPLICATIONS, DEPLOYMENTS } from "../../../adapters/kubernetes/resource-types.ts";
import { LABELS } from "../../../contract/identity.ts";
import { byCollection } from "../../../operator/controllers/kinds.ts";
import { routeEvents } from "../../../operator/controllers/routes.ts";
import { createQueues, type Queues } from "../../../operator/controllers/shared/queues.ts";
import {
  isAlike,
  isOnItsWay,
  KICK_INFO,
  slimApplication,
  type ArgoApplication,
} from "../../../operator/delivery/argo-application.ts";
import { createCaches } from "../../../operator/resources/caches.ts";
import { createRuntimeMetrics } from "../../../operator/runtime/metrics.ts";
import { createCapturedLogger } from "../../support/captured-logger.ts";
import { createFakeClock, type FakeClock } from "../../support/fake-clock.ts";
import { FakeKubeClient } from "../../support/fake-kube-client.ts";
import { KNOWN_BAD } from "../../support/known-bad.ts";

const NAMESPACE = "argocd";
const ORGANIZATION = "org-a";
const BY = { fieldManager: "test" } as const;
const REFRESH = "argocd.argoproj.io/refresh";
const ERROR = { type: "ComparisonError", message: "no", lastTransitionTime: "2026-01-01T00:00:00Z" };

/** An Application as Argo CD keeps it, of a deployment that runs. */
const application = (name: string) => ({
  metadata: {
    name,
    namespace: NAMESPACE,
    labels: { [LABELS.id]: name, [LABELS.clusterHandle]: "c" },
    annotations: { "argocd.argoproj.io/manifest-generate-paths": "." } as Record<string, string>,
    finalizers: ["resources-finalizer.argocd.argoproj.io"],
  },
  spec: {
    project: "p",
    source: { repoURL: "https://git", path: "charts/a", targetRevision: "main" },
    destination: { name: "c", namespace: "n" },
    syncPolicy: { automated: {}, syncOptions: ["A=true"] } as Record<string, unknown>,
  },
  operation: undefined as unknown,
  status: {
    reconciledAt: "2026-01-01T00:00:00Z",
    observedAt: "2026-01-01T00:00:00Z",
    sync: { status: "Synced", revision: "r1", comparedTo: { source: { path: "charts/a" } } },
    health: { status: "Healthy", lastTransitionTime: "2026-01-01T00:00:00Z" },
    operationState: {
      phase: "Succeeded",
      message: "done",
      finishedAt: "2026-01-01T00:00:00Z",
      retryCount: 0,
      operation: { sync: { revision: "r1" }, info: [{ name: KICK_INFO, value: "k1" }] },
      syncResult: { revision: "r1", resources: [] as unknown[] },
    },
    conditions: [] as unknown[],
    summary: { images: ["a:1"] },
    resources: [{ kind: "Service", name: "a", status: "Synced" }],
    history: [{ id: 1 }],
  },
});

type Raw = ReturnType<typeof application>;
type Edit = (raw: Raw) => unknown;

/** What happens to an Application while nothing happens to what it delivers. */
const SILENT: Readonly<Record<string, Edit>> = {
  "a refresh is asked for": ({ metadata }) => (metadata.annotations[REFRESH] = "normal"),
  "a hard refresh is asked for": ({ metadata }) => (metadata.annotations[REFRESH] = "hard"),
  "another annotation": ({ metadata }) => (metadata.annotations["notified.notifications.argoproj.io"] = "{}"),
  "it was compared again": ({ status }) => (status.reconciledAt = "2026-01-01T00:03:00Z"),
  "it was observed again": ({ status }) => (status.observedAt = "2026-01-01T00:03:00Z"),
  "its history": ({ status }) => status.history.push({ id: 2 }),
  "how many replicas are wanted of what is in sync": ({ status }) =>
    Object.assign(status.resources[0]!, { health: { status: "Healthy" } }),
};

/** What somebody decides by. */
const TELLING: Readonly<Record<string, Edit>> = {
  "its labels": ({ metadata }) => Object.assign(metadata.labels, { more: "x" }),
  "its finalizers": ({ metadata }) => metadata.finalizers.pop(),
  "that it goes": ({ metadata }) => Object.assign(metadata, { deletionTimestamp: "2026-01-01T00:01:00Z" }),
  "that it is another": ({ metadata }) => Object.assign(metadata, { uid: "another" }),
  "its project": ({ spec }) => (spec.project = "q"),
  "its destination": ({ spec }) => (spec.destination.name = "d"),
  "its source": ({ spec }) => (spec.source.path = "charts/b"),
  "that its source is a chart": ({ spec }) => Object.assign(spec.source, { chart: "b" }),
  "that it syncs by itself": ({ spec }) => delete spec.syncPolicy["automated"],
  "how it syncs": ({ spec }) => (spec.syncPolicy["syncOptions"] = []),
  "an operation that is asked for": (raw) => (raw.operation = { sync: {} }),
  "whether it is in sync": ({ status }) => (status.sync.status = "OutOfSync"),
  "its revision": ({ status }) => (status.sync.revision = "r2"),
  "what it was compared with": ({ status }) => (status.sync.comparedTo.source.path = "charts/b"),
  "its health": ({ status }) => (status.health.status = "Degraded"),
  "since when it has that health": ({ status }) => (status.health.lastTransitionTime = "2026-01-01T00:01:00Z"),
  "an operation's phase": ({ status }) => (status.operationState.phase = "Failed"),
  "an operation's message": ({ status }) => (status.operationState.message = "refused"),
  "an operation's revision": ({ status }) => (status.operationState.syncResult.revision = "r2"),
  "for which content an operation was": ({ status }) => (status.operationState.operation.info[0]!.value = "k2"),
  "that an operation is tried again": ({ status }) =>
    Object.assign(status.operationState, { phase: "Running", retryCount: 1 }),
  "the Job it waits for": ({ status }) =>
    status.operationState.syncResult.resources.push({ group: "batch", kind: "Job", name: "j", status: "Synced" }),
  "an error": ({ status }) => status.conditions.push(ERROR),
  "why it cannot be deleted": ({ status }) => status.conditions.push({ type: "DeletionError", message: "no" }),
  "the images that run": ({ status }) => (status.summary.images = ["a:2"]),
  "what drifted": ({ status }) => (status.resources[0]!.status = "OutOfSync"),
};

const edits = fc.record({
  silent: fc.subarray(Object.keys(SILENT)),
  telling: fc.oneof(fc.constant([]), fc.subarray(Object.keys(TELLING), { minLength: 1, maxLength: 3 })),
});
type Edits = typeof edits extends fc.Arbitrary<infer T> ? T : never;

function edited(raw: Raw, { silent, telling }: Edits): Raw {
  const copy = structuredClone(raw);
  for (const name of silent) SILENT[name]!(copy);
  for (const name of telling) TELLING[name]!(copy);
  return copy;
}

const slim = (raw: Raw, resourceVersion: string): ArgoApplication => {
  const copy = structuredClone(raw);
  Object.assign(copy.metadata, { resourceVersion, ...("uid" in copy.metadata ? {} : { uid: "u" }) });
  return slimApplication(copy as unknown as ArgoApplication);
};

/** States that two versions are alike if and only if nothing that somebody decides by lies between them. */
function tells(alike: typeof isAlike): fc.IProperty<[Edits]> {
  return fc.property(edits, (given) => {
    const [before, after] = [slim(application("a"), "1"), slim(edited(application("a"), given), "2")];
    expect([alike(before, after), alike(after, before)]).to.deep.equal(Array(2).fill(given.telling.length === 0));
  });
}

describe("Two versions of an Application", () => {
  it("are alike unless something that somebody decides by differs, whatever refreshes lie between", () => {
    fc.assert(tells(isAlike), { numRuns: 2_000 });
  });

  for (const name of Object.keys(TELLING))
    it(`are not alike when it is ${name}`, () => {
      const other = edited(application("a"), { silent: [], telling: [name] });
      expect(isAlike(slim(application("a"), "1"), slim(other, "2"))).to.equal(false);
    });

  it("are told apart by all that is kept of one: what is added to it needs a case here", () => {
    const before = Object.entries(slim(application("a"), "1"));
    const differ = Object.values(TELLING).flatMap((edit) => {
      const raw = application("a");
      edit(raw);
      const after: Record<string, unknown> = slim(raw, "1");
      return before
        .filter(([name, value]) => JSON.stringify(after[name]) !== JSON.stringify(value))
        .map(([name]) => name);
    });
    // The version of a chart is kept of the bundle's Applications alone.
    const kept = before.map(([name]) => name).filter((name) => name !== "foundVersion");
    expect([...new Set(differ)]).to.have.members(kept);
  });

  const bads: Record<string, typeof isAlike> = {
    "takes each version for news": ({ metadata }, other) => metadata.resourceVersion === other.metadata.resourceVersion,
    "takes the annotation of a refresh for news": (one, other) =>
      isAlike(one, other) && JSON.stringify(one.metadata.annotations) === JSON.stringify(other.metadata.annotations),
    "looks at sync, health and phase alone": (one, other) =>
      [one, other]
        .map(({ sync, health, operation }) => `${sync} ${health} ${operation?.phase}`)
        .every((x, _, [y]) => x === y),
    "forgets the metadata": (one, other) => isAlike({ ...one, metadata: other.metadata }, other),
  };
  for (const [name, bad] of Object.entries(bads))
    it(`are held to that by a property which one fails that ${name} (known bad)`, () => {
      expect(fc.check(tells(bad), { ...KNOWN_BAD, numRuns: 500 }).failed).to.equal(true);
    });
});

/** Steps that nobody has to do anything for, each from an Application that was asked to compare. */
const STEPS: Readonly<Record<string, Edit>> = {
  "it is out of sync": ({ status }) => (status.sync.status = "OutOfSync"),
  "it is to sync": (raw) => (raw.operation = { sync: {} }),
  "it syncs": ({ status }) => Object.assign(status.operationState, { phase: "Running", finishedAt: undefined }),
};

/** What asks for something, whatever step it comes with. */
const ENDS: Readonly<Record<string, Edit>> = {
  "it goes": ({ metadata }) => Object.assign(metadata, { deletionTimestamp: "2026-01-01T00:01:00Z" }),
  "it cannot be compared": ({ status }) => status.conditions.push(ERROR),
  "it cannot be deleted": ({ status }) => status.conditions.push({ type: "DeletionError", message: "no" }),
  "a Job is waited for": ({ status }) =>
    status.operationState.syncResult.resources.push({ group: "batch", kind: "Job", name: "j", status: "Synced" }),
  "a sync is tried again": ({ status }) => Object.assign(status.operationState, { phase: "Running", retryCount: 1 }),
  "a sync waits for its next try": ({ status }) =>
    Object.assign(status.operationState, { phase: "Running", finishedAt: "2026-01-01T00:00:00Z" }),
  "a sync is ended": ({ status }) => (status.operationState.phase = "Terminating"),
};

describe("An Application on its way", () => {
  for (const [name, edit] of Object.entries(STEPS))
    it(`is one that has but come a step closer: ${name}`, () => {
      const raw = application("a");
      edit(raw);
      expect(isOnItsWay(slim(raw, "1"))).to.equal(true);
      for (const [end, stop] of Object.entries(ENDS)) {
        const other = structuredClone(raw);
        stop(other);
        expect(isOnItsWay(slim(other, "1")), end).to.equal(false);
      }
    });

  it("is none that has arrived, has failed, or does not sync by itself", () => {
    const others: Edit[] = [
      () => undefined,
      ({ status }) => (status.health.status = "Degraded"),
      ({ status }) => Object.assign(status.sync, { status: "OutOfSync" }) && (status.operationState.phase = "Failed"),
      ({ status }) => Object.assign(status.sync, { status: "OutOfSync" }) && (status.operationState.phase = "Error"),
      ({ status, spec }) => Object.assign(status.sync, { status: "OutOfSync" }) && delete spec.syncPolicy["automated"],
    ];
    for (const [index, edit] of others.entries()) {
      const raw = application("a");
      edit(raw);
      expect(isOnItsWay(slim(raw, "1")), String(index)).to.equal(false);
    }
  });
});

/** The real caches, routes and queues over an API server in memory; a pass does nothing and is counted. */
class Routed {
  readonly client = new FakeKubeClient();
  readonly clock: FakeClock = createFakeClock();
  readonly passes: string[] = [];
  readonly #end = new AbortController();
  #named = 0;

  async start(): Promise<void> {
    const { client, clock } = this;
    const { logger } = createCapturedLogger();
    const caches = createCaches(
      { client, clock, logger, argocdNamespace: NAMESPACE, imageUpdater: false },
      byCollection(({ indexes }) => indexes),
    );
    const metrics = createRuntimeMetrics(new Registry());
    const atOnce = { ...byCollection(() => 1), platform: 1 };
    const queues: Queues = createQueues({ clock, logger, metrics }, atOnce);
    routeEvents(caches, queues);
    for (const cache of [caches.deployments, caches.applications]) void cache.run(this.#end.signal);
    queues.deployments.start((key) => {
      this.passes.push(key);
      return Promise.resolve();
    });
    await clock.advance(0);
  }

  stop(): void {
    this.#end.abort();
  }

  /** Makes a deployment and its Application; returns the name of both. */
  async make(phase?: string): Promise<string> {
    const name = `d${(this.#named += 1)}`;
    const labels = { [LABELS.id]: name };
    const deployment = {
      metadata: { name, namespace: ORGANIZATION, labels },
      spec: { cluster: "c" },
      status: phase && { phase },
    };
    await this.client.create<KubeObject>(DEPLOYMENTS, deployment, BY);
    const named = { namespace: ORGANIZATION, name };
    const body = { status: { phase } };
    if (phase !== undefined)
      await this.client.patch(DEPLOYMENTS, named, { kind: "merge", body }, { ...BY, subresource: "status" });
    await this.client.create(APPLICATIONS, application(name) as unknown as KubeObject, BY);
    await this.clock.advance(0);
    return name;
  }

  /** Edits an Application once for each; returns the passes that follow. */
  async edit(name: string, ...each: readonly Edits[]): Promise<string[]> {
    this.passes.length = 0;
    for (const given of each) {
      const { metadata, ...rest } = edited(application(name), given);
      const { annotations } = metadata;
      await this.client.patch(
        APPLICATIONS,
        { namespace: NAMESPACE, name },
        { kind: "merge", body: { ...rest, operation: rest.operation ?? null, metadata: { annotations } } },
        BY,
      );
      await this.clock.advance(0);
    }
    return [...this.passes];
  }
}

describe("News of an Application", function () {
  this.timeout(60_000);
  const routed = new Routed();
  before(() => routed.start());
  after(() => routed.stop());

  it("takes a pass of its deployment, and a refresh, its end and the next comparison take none", async () => {
    const name = await routed.make();
    const key = `${ORGANIZATION}/${name}`;
    expect(routed.passes).to.include(key);
    const all = Object.keys(SILENT).map((one) => ({ silent: [one], telling: [] }));
    expect(await routed.edit(name, ...all)).to.deep.equal([]);
    expect(await routed.edit(name, { silent: [], telling: ["its health"] })).to.deep.equal([key]);
  });

  it("is looked at a second later where it is but a step of what a deployment waits for, with what follows meanwhile", async () => {
    const step = { silent: [], telling: ["an operation that is asked for"] };
    const end = { silent: [], telling: ["its revision"] };
    const [coming, resting] = [await routed.make("provisioning"), await routed.make("running")];
    expect(await routed.edit(resting, step), "at rest it is news").to.deep.equal([`${ORGANIZATION}/${resting}`]);
    expect(await routed.edit(coming, step)).to.deep.equal([]);
    await routed.clock.advance(1_000);
    expect(routed.passes).to.deep.equal([`${ORGANIZATION}/${coming}`]);
    expect(await routed.edit(coming, end, step, end), "the ends").to.deep.equal(
      Array(2).fill(`${ORGANIZATION}/${coming}`),
    );
    routed.passes.length = 0;
    await routed.clock.advance(1_000);
    expect(routed.passes, "the step was seen by then").to.deep.equal([]);
  });
});
