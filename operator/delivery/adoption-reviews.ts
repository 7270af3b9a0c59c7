/**
 * Asks tenant clusters what they say to the objects of staged imports, before anything of them is delivered:
 *
 * 1. each object's kind is looked up: it must be served, and lie in a namespace;
 * 2. the live object is read, and the API server applies ours to it without storing anything (dryRun);
 * 3. the two are compared: that is what a sync would change, for Argo CD applies in the same way.
 *
 * What was found is kept in memory; after a restart the clusters are asked again.
 */
import { isNotFound } from "../../adapters/kubernetes/kube-error.ts";
import type { KubeObject, ResourceType } from "../../adapters/kubernetes/kube-object.ts";
import type { KubeClient } from "../../adapters/kubernetes/kube-port.ts";
import type { ImportReview } from "../../contract/resources/import-review.ts";
import { DIFF_CHARACTERS_MAX } from "../../contract/resources/import-review.ts";
import type { ReviewView } from "../machines/deployment/observe-types.ts";
import type { Clock } from "../runtime/clock.ts";
import { describeDifference } from "./live-difference.ts";
import { refusalOfObject } from "./refusal-of-object.ts";

/** Names the field manager with which Argo CD applies. */
const FIELD_MANAGER = "argocd-controller";
const CALL = { timeoutMs: 10_000 } as const;

/** What is to be reviewed. */
type ReviewWanted = Readonly<{
  uid: string;
  /** Changes with the objects. */
  print: string;
  client: KubeClient | undefined;
  namespace: string;
  objects: readonly KubeObject[];
  /** Which of the objects is the workload itself. */
  index: number;
  /** Whether the workload came without its manifest: then its container must be one that lives. */
  isNamedOnly: boolean;
}>;

type Verdict = Readonly<{ kind: "accepted"; review: ImportReview }> | Readonly<{ kind: "refused"; message: string }>;
type Found = Readonly<{ print: string; atMs: number; verdict: Verdict | Readonly<{ kind: "unreachable" }> }>;

class Refusal extends Error {}

/** Keeps what the clusters said. */
export class AdoptionReviews {
  readonly #clock: Clock;
  readonly #found = new Map<string, Found>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  view(uid: string, print: string): ReviewView {
    const found = this.#found.get(uid);
    if (found?.print !== print) return { kind: "unknown" };
    const { atMs, verdict } = found;
    if (verdict.kind === "accepted") return { kind: "accepted", atMs };
    return verdict.kind === "refused" ? { kind: "refused", atMs, message: verdict.message } : { kind: "unreachable" };
  }

  /** Returns what a sync would change; undefined while that is not known. */
  review(uid: string, print: string): ImportReview | undefined {
    const found = this.#found.get(uid);
    return found?.print === print && found.verdict.kind === "accepted" ? found.verdict.review : undefined;
  }

  async ask(wanted: ReviewWanted): Promise<void> {
    const verdict = await this.#judge(wanted);
    this.#found.set(wanted.uid, { print: wanted.print, atMs: this.#clock.nowMs(), verdict });
  }

  forget(uid: string): void {
    this.#found.delete(uid);
  }

  async #judge({ client, ...wanted }: ReviewWanted): Promise<Found["verdict"]> {
    if (client === undefined) return { kind: "unreachable" };
    try {
      const objects = [];
      for (const [index, object] of wanted.objects.entries())
        objects.push(await reviewObject(client, object, { ...wanted, isWorkload: index === wanted.index }));
      return { kind: "accepted", review: { objects } };
    } catch (error) {
      return error instanceof Refusal ? { kind: "refused", message: error.message } : { kind: "unreachable" };
    }
  }
}

type Place = Pick<ReviewWanted, "namespace" | "isNamedOnly"> & Readonly<{ isWorkload: boolean }>;
type Refuse = (why: string) => never;

async function reviewObject(
  client: KubeClient,
  object: KubeObject,
  place: Place,
): Promise<ImportReview["objects"][number]> {
  const { apiVersion = "", kind = "", metadata } = object;
  const { name } = metadata;
  const refuse: Refuse = (why) => {
    throw new Refusal(`${memberOf(place)}: ${kind} ${name}: ${why}.`);
  };
  const type = await findType(client, apiVersion, kind);
  if (type === undefined) return refuse(`the cluster serves no such kind of ${apiVersion}`);
  if (!type.namespaced) return refuse("it lies in no namespace, and only what does can be taken over");
  const live = await client.get(type, { namespace: place.namespace, name }, CALL);
  if (place.isWorkload) assertLive(live, object, { ...place, refuse });
  const would = await rehearse(client, type, object, { ...place, refuse });
  const lines = live === undefined ? [] : describeDifference(live, would);
  return {
    apiVersion,
    kind,
    name,
    action: actionOf(live, lines),
    restart: lines.some((line) => line.startsWith("spec.template.")),
    diff: lines.join("\n").slice(0, DIFF_CHARACTERS_MAX),
  };
}

function actionOf(live: KubeObject | undefined, lines: readonly string[]): ImportReview["objects"][number]["action"] {
  if (live === undefined) return "create";
  return lines.length === 0 ? "none" : "update";
}

/** Applies as Argo CD will, without storing anything. */
async function rehearse(
  client: KubeClient,
  type: ResourceType,
  object: KubeObject,
  { namespace, refuse }: Place & Readonly<{ refuse: Refuse }>,
): Promise<KubeObject> {
  const { name } = object.metadata;
  const body = { ...object, metadata: { ...object.metadata, namespace } };
  const options = { ...CALL, fieldManager: FIELD_MANAGER, force: true, dryRun: true, strict: true };
  return client.patch(type, { namespace, name }, { kind: "apply", body }, options).catch((error: unknown) => {
    const why = refusalOfObject(error, namespace);
    if (why === undefined) throw error;
    return refuse(why);
  });
}

function memberOf({ isNamedOnly }: Place): string {
  return isNamedOnly ? "The workload" : "manifest_yaml";
}

type Pods = Readonly<{ spec?: { template?: { spec?: { containers?: readonly Readonly<{ name: string }>[] } } } }>;

function containersOf(object: KubeObject): readonly string[] {
  return ((object as unknown as Pods).spec?.template?.spec?.containers ?? []).map(({ name }) => name);
}

/** What is taken over runs; a container of another name would run beside the one that is meant. */
function assertLive(
  live: KubeObject | undefined,
  object: KubeObject,
  { namespace, isNamedOnly, refuse }: Place & Readonly<{ refuse: Refuse }>,
): void {
  if (live === undefined) return refuse(`it does not exist in the namespace ${namespace}`);
  const [main = ""] = containersOf(object);
  const names = containersOf(live);
  if (isNamedOnly && !names.includes(main))
    refuse(`it has no container ${main}; send the name of one of ${names.join(", ")} in extra_container_spec_yaml`);
}

type Listed = Readonly<{ resources?: readonly Readonly<{ name: string; kind: string; namespaced: boolean }>[] }>;

async function findType(client: KubeClient, apiVersion: string, kind: string): Promise<ResourceType | undefined> {
  const [version = "", group = ""] = apiVersion.split("/").reverse();
  const path = group === "" ? `/api/${version}` : `/apis/${group}/${version}`;
  try {
    const { resources = [] } = (await client.request("GET", path, CALL)) as Listed;
    const found = resources.find((one) => one.kind === kind && !one.name.includes("/"));
    return found && { group, version, plural: found.name, kind, namespaced: found.namespaced };
  } catch (error) {
    if (isNotFound(error) || isUnserved(error)) return undefined;
    throw error;
  }
}

function isUnserved(error: unknown): boolean {
  return (error as Readonly<{ status?: unknown }>).status === 404;
}
