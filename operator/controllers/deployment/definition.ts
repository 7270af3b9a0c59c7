import { deploymentResource, type DeploymentStatus } from "../../../contract/resources/deployment.ts";
import { publicPortsOf } from "../../../contract/resources/public-ports.ts";
import { DEPLOYMENT_PHASES, DEPLOYMENT_TRAITS } from "../../../contract/resources/deployment-spec.ts";
import {
  clusterKeyOf,
  isProjectMember,
  nameKeyOf,
  publicPortKeyOf,
  secretKeysOf,
  workloadKeysOf,
  type DeploymentObject,
} from "../../resources/objects.ts";
import { idOf } from "../../resources/adoption.ts";
import { LIFELONG, present } from "../../resources/indexes.ts";
import { defineKind } from "../reconcile.ts";
import { equipDeployments, type DeploymentContext } from "./context.ts";
import type { KubeObject } from "../../../adapters/kubernetes/kube-object.ts";
import { nextDeployment } from "../../machines/deployment/next.ts";
import {
  deriveDeploymentStatus,
  isForeseeable,
  isTellableLater,
  parseDeploymentState,
  significance,
} from "../../machines/deployment/status.ts";
import { SETTLED, wait, type Outcome } from "../../machines/decision.ts";
import type { WriteRequest } from "../../git/write-request.ts";
import { deletionContext } from "./subject.ts";
import type { EventNote } from "../shared/event-recorder.ts";
import { deliveryRequest, deliveryEffects, type Delivery } from "../delivered/effects.ts";
import { deploymentKey } from "../../resources/handles.ts";
import { reconcileDeletion } from "../delivered/deletion.ts";
import { outdatedImage, IMAGE_EFFECTS } from "./images.ts";
import { recordedDelivery } from "../shared/git-desk.ts";
import { PROMOTION_EFFECTS } from "./promotion.ts";
import { lookBy, lookWithin } from "./look-by.ts";
import { PREVIEW_EFFECTS } from "./preview.ts";
import { observeDeployment, type DeploymentLook } from "./observe.ts";
import { askForCertificate } from "./renew-certificate.ts";
import { RELEASE_EFFECTS } from "./release.ts";
import { prepareChart } from "./prepare-chart.ts";

const SOON_MS = 20;
const BACKUPS_MS = 5 * 60_000;
const SCALED_MS = 30_000;

const DRIFTED = "Objects on the cluster differ from what Git holds; the condition Drifted names them.";

/** Applications: rendered to Git, delivered by Argo CD, and followed to their health. */
export const deployment = defineKind({
  kind: deploymentResource.kind,
  collection: deploymentResource.collection,
  label: "Deployment",
  concurrency: 24,
  indexes: {
    ...LIFELONG,
    cluster: (object) => [clusterKeyOf(object)],
    name: (object) => [nameKeyOf(object)],
    workload: workloadKeysOf,
    secret: secretKeysOf,
    domain: ({ spec }) => present(spec.customDomain),
    publicPort: (object) => publicPortsOf(object.spec).map(({ publicPort }) => publicPortKeyOf(object, publicPort)),
    project: (object) => (isProjectMember(object) ? present(object.metadata.namespace) : []),
  },
  equip: equipDeployments,
  observe: observeDeployment,
  parse: parseDeploymentState,
  next: nextDeployment,
  grounds: (object) => {
    const { namespace } = object.metadata;
    const { cluster, promotion, preview } = object.spec;
    // A preview that was extended a moment ago is known by itself.
    const ids = [...present(promotion?.sourceId), ...(preview === undefined ? [] : [preview.sourceId, idOf(object)])];
    return [
      { kind: "Cluster", namespace, name: cluster },
      ...ids.map((id) => ({ kind: "Deployment", namespace, id }) as const),
    ];
  },
  final: ["deleteSource", "endPreview"],
  derive: deriveDeploymentStatus,
  significance,
  isTellableLater,
  isForeseeable,
  told: {
    bad: [],
    good: DEPLOYMENT_PHASES.filter((phase) => DEPLOYMENT_TRAITS[phase].rests),
    stalls: true,
    drift: DRIFTED,
  },
  notes: reachNotes,
  sift: async (context, object, look, effects) => {
    const writes = effects.some(({ kind }) => kind === "write");
    await prepareChart(context, object, look, writes);
    const version = look.target?.chartVersion;
    return context.gate.sift(effects, { key: deploymentKey(object), chart: "workload", version });
  },
  perform: {
    ...deliveryEffects(deliveryOf),
    ...PROMOTION_EFFECTS,
    ...PREVIEW_EFFECTS,
    ...IMAGE_EFFECTS,
    ...RELEASE_EFFECTS,
    // Secrets come before what uses them: nothing needs to be rendered for them.
    pushSecrets: ({ secrets }, _object, { use }) => use && secrets.push(use),
    withdrawSecrets: ({ secrets }, _object, { use }) => use && secrets.withdraw(use),
    reviewAdoption: askReview,
    renewCertificate: (context, object) => askForCertificate(context, object),
  },
  conclude: (context, object, look, outcome) => {
    if (haveSecretsMoved(context, object, look)) return wait(SOON_MS, "SecretsBrought");
    const watched = outcome.kind === "settled" ? watchScaled(watchAtRest(look), look) : outcome;
    const { sleep, preview } = look.observed;
    const nowMs = context.clock.nowMs();
    const turning = lookBy(watched, { dueMs: sleep?.dueMs, reason: "WatchingSleep" }, nowMs);
    return lookBy(turning, { dueMs: preview?.dueMs, reason: "WatchingPreview" }, nowMs);
  },
  remove: (context, object) => reconcileDeletion(deletionContext(context), object),
});

/** Tells when the address begins to answer, and when it ends to. */
function reachNotes(before: DeploymentStatus | undefined, after: DeploymentStatus | undefined): readonly EventNote[] {
  const [was, is] = [before, after].map((status) => status?.conditions?.find(({ type }) => type === "Reachable"));
  if (is === undefined || is.status === "Unknown" || (was?.status === is.status && was.reason === is.reason)) return [];
  const [type, reason] = is.status === "True" ? (["Normal", "Reachable"] as const) : (["Warning", is.reason] as const);
  return [{ type, reason, message: is.message }];
}

/** What is at rest is looked at for what others may change: its domain's records, who answers at its address, its backups. */
function watchAtRest(look: DeploymentLook): Outcome {
  const watched = watchOutside(look);
  return look.observed.backups === undefined ? watched : lookWithin(watched, BACKUPS_MS, "WatchingBackups");
}

/** No event of ours comes of pods that an autoscaler brings or takes. */
function watchScaled(watched: Outcome, { facts: { readyPods } }: DeploymentLook): Outcome {
  return readyPods === undefined ? watched : lookWithin(watched, SCALED_MS, "WatchingPods");
}

function watchOutside({ facts: { domain, ports, address } }: DeploymentLook): Outcome {
  const watched = [
    { due: domain?.recheckMs, reason: "WatchingDomain" },
    { due: ports?.recheckMs, reason: "WatchingPorts" },
    { due: address?.recheckMs, reason: "WatchingAddress" },
  ].flatMap(({ due, reason }) => (due === undefined ? [] : [{ due, reason }]));
  const [first] = watched;
  return first === undefined ? SETTLED : wait(Math.min(...watched.map(({ due }) => due)), first.reason);
}

/** Tells whether the secrets stand otherwise than when they were looked at: then the next pass has something to do. */
function haveSecretsMoved({ secrets }: DeploymentContext, { status }: DeploymentObject, look: DeploymentLook): boolean {
  const { use, observed } = look;
  if (use === undefined || use.names.length === 0) return false;
  const before = observed.secrets;
  const now = secrets.view(use, status?.secretsRevision);
  if (now.kind !== before.kind) return true;
  return now.kind === "current" && before.kind === "current" && now.revision !== before.revision;
}

function deliveryOf(context: DeploymentContext, object: DeploymentObject, look: DeploymentLook): Delivery | undefined {
  const { target, summary, application } = look;
  if (target === undefined || summary === undefined) return undefined;
  return {
    handle: target.handle,
    clusterHandle: target.clusterHandle,
    application,
    contentHash: summary.contentHash,
    at: { key: deploymentKey(object), recorded: recordedDelivery(object) },
    request: () => writeRequest(context, object, look),
  };
}

async function askReview(
  { renderer, reviews, tenants }: DeploymentContext,
  { metadata, spec }: DeploymentObject,
  { target, summary }: DeploymentLook,
): Promise<void> {
  const adopted = target && renderer.adopted(target);
  if (target === undefined || summary === undefined || adopted === undefined) return;
  await reviews.ask({
    uid: metadata.uid ?? "",
    print: summary.contentHash,
    client: tenants.client(target.clusterHandle),
    namespace: summary.tenantNamespace,
    objects: adopted.objects as unknown as readonly KubeObject[],
    index: adopted.index,
    isNamedOnly: spec.adoption?.manifestYaml === undefined,
  });
}

function writeRequest(context: DeploymentContext, object: DeploymentObject, { target }: DeploymentLook): WriteRequest {
  const files = target === undefined ? [] : [...context.renderer.files(target), ...outdatedImage(object, target)];
  return deliveryRequest(deploymentKey(object), object, files);
}
