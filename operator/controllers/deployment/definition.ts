/**
 * Reconciles one deployment:
 *
 * 1. what kubectl left out is added (id, organization, finalizer);
 * 2. everything is observed, from memory;
 * 3. the machine decides;
 * 4. the status is written when something in it matters, with the version that was read;
 * 5. effects run in order; the next pass sees what came of them.
 */
import type { KubeObject } from "../../../adapters/kubernetes/kube-object.ts";
import { DEPLOYMENTS } from "../../../adapters/kubernetes/resource-types.ts";
import type { DeploymentEffect } from "../../machines/deployment/observe-types.ts";
import { keepImageUpdater } from "../../machines/deployment/image-updates.ts";
import { nextDeployment } from "../../machines/deployment/next.ts";
import type { DeploymentState } from "../../machines/deployment/state.ts";
import { deriveDeploymentStatus, parseDeploymentState, significance } from "../../machines/deployment/status.ts";
import { wait, type Outcome } from "../../machines/decision.ts";
import type { WriteRequest } from "../../git/write-request.ts";
import { logMove } from "../shared/announce-move.ts";
import type { DeploymentObject } from "../../resources/objects.ts";
import { deletionContext } from "./subject.ts";
import { deliveryRequest, performDelivery } from "../delivered/effects.ts";
import type { DeploymentContext } from "./context.ts";
import { deploymentKey } from "../../resources/handles.ts";
import { reconcileDeletion } from "../delivered/deletion.ts";
import { outdatedImage, performImageUpdater } from "./images.ts";
import { recordedDelivery } from "../shared/git-desk.ts";
import { isPromotionEffect, performPromotion } from "./promotion.ts";
import { observeDeployment, type DeploymentLook } from "./observe.ts";
import { prepareChart } from "./prepare-chart.ts";
import { reconcileObject } from "../reconcile.ts";

const SOON_MS = 20;
const RENDERING_MS = 100;

/** Reconciles the deployment of a key. */
export function reconcileDeployment(context: DeploymentContext, key: string): Promise<Outcome> {
  const found = { deskKey: `Deployment/${key}`, object: context.caches.deployments.get(key) };
  return reconcileObject(context, found, {
    live: (object) => reconcileLive(context, object),
    deleted: (object) => reconcileDeletion(deletionContext(context), object),
  });
}

async function reconcileLive(context: DeploymentContext, object: DeploymentObject): Promise<Outcome> {
  const { clock, status } = context;
  const nowMs = clock.nowMs();
  const look = observeDeployment(context, object);
  if (look.isRendering) return wait(RENDERING_MS, "Rendering");
  const first = object.spec.promotion === undefined ? "pending" : "promoting";
  const before = parseDeploymentState(object.status, nowMs, first);
  const next = nextDeployment(object.spec, before, look.observed, nowMs);
  const decision = keepImageUpdater(next, look.facts.imageUpdater);
  const after = deriveDeploymentStatus({ spec: object.spec, status: object.status }, decision.state, look.observed, {
    facts: look.facts,
    nowMs,
  });
  if (significance(object.status) !== significance(after)) {
    await status.status(object, object.status, after);
    announce(context, object, { before, after: decision.state, why: decision.why });
  }
  const writes = decision.effects.some(({ kind }) => kind === "write");
  await prepareChart(context, object, look, writes);
  const content = { key: deploymentKey(object), chart: "workload", version: look.target?.chartVersion } as const;
  const { effects, held } = context.gate.sift(decision.effects, content);
  for (const effect of effects) await perform(context, object, look, effect);
  if (held !== undefined) return held;
  if (haveSecretsMoved(context, object, look)) return wait(SOON_MS, "SecretsBrought");
  const { domain } = look.facts;
  const rests = decision.outcome.kind === "settled";
  return rests && domain !== undefined ? wait(domain.recheckMs, "WatchingDomain") : decision.outcome;
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

async function perform(
  context: DeploymentContext,
  object: DeploymentObject,
  look: DeploymentLook,
  effect: DeploymentEffect,
): Promise<void> {
  if (effect.kind === "pushSecrets" || effect.kind === "withdrawSecrets")
    return performSecrets(context, look, effect.kind);
  if (effect.kind === "reviewAdoption") return askReview(context, object, look);
  if (isPromotionEffect(effect)) return performPromotion(context, object, effect);
  if (effect.kind === "applyImageUpdater" || effect.kind === "deleteImageUpdater")
    return performImageUpdater(context, object, look, effect.kind);
  const { target, summary, application } = look;
  if (target === undefined || summary === undefined) return;
  const { handle, clusterHandle } = target;
  return performDelivery(context, effect, {
    handle,
    clusterHandle,
    application,
    contentHash: summary.contentHash,
    at: { key: deploymentKey(object), recorded: recordedDelivery(object) },
    request: () => writeRequest(context, object, look),
  });
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

/** Secrets come before what uses them: nothing needs to be rendered for them. */
async function performSecrets(
  { secrets }: DeploymentContext,
  { use }: DeploymentLook,
  kind: "pushSecrets" | "withdrawSecrets",
): Promise<void> {
  if (use !== undefined) await (kind === "pushSecrets" ? secrets.push(use) : secrets.withdraw(use));
}

function writeRequest(context: DeploymentContext, object: DeploymentObject, { target }: DeploymentLook): WriteRequest {
  const files = target === undefined ? [] : [...context.renderer.files(target), ...outdatedImage(object, target)];
  return deliveryRequest(deploymentKey(object), object, files);
}

const DRIFTED = "Objects on the cluster differ from what Git holds; the condition Drifted names them.";

type Change = Readonly<{ before: DeploymentState; after: DeploymentState; why: string }>;

/** Logs each transition once; tells people of faults and of rest. */
function announce(
  { logger, events }: DeploymentContext,
  object: DeploymentObject,
  { before, after, why }: Change,
): void {
  const moved = before.phase !== after.phase;
  if (moved) logMove(logger, { type: DEPLOYMENTS, label: "Deployment" }, object, { before, after, why });
  const isNew = after.drifted && !before.drifted;
  if (isNew) events.record(DEPLOYMENTS, object, { type: "Warning", reason: "Drifted", message: DRIFTED });
  if (after.stalled && !before.stalled)
    events.record(DEPLOYMENTS, object, { type: "Warning", reason: after.reason, message: after.message });
  else if (moved && (after.phase === "running" || after.phase === "stopped")) {
    events.record(DEPLOYMENTS, object, { type: "Normal", reason: after.reason, message: why });
  }
}
