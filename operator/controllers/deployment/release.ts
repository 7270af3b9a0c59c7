import type { KubeClient } from "../../../adapters/kubernetes/kube-port.ts";
import { JOBS } from "../../../adapters/kubernetes/resource-types.ts";
import { ANNOTATIONS, FIELD_MANAGERS } from "../../../contract/identity.ts";
import { isReleased } from "../../../contract/resources/deployment-spec.ts";
import { tenantNamespace } from "../../../render/delivery-names.ts";
import type { DeploymentEffect, DeploymentObserved } from "../../machines/deployment/observe-types.ts";
import type { ReleaseView } from "../../machines/deployment/pods-seen.ts";
import { isAskedAgain } from "../../machines/deployment/release.ts";
import type { ApplicationView } from "../../machines/deployment/state.ts";
import { deploymentHandle } from "../../resources/handles.ts";
import type { ClusterObject, DeploymentObject } from "../../resources/objects.ts";
import { withoutRelease } from "../delivered/views.ts";
import type { Handler } from "../shared/handlers.ts";
import type { DeploymentContext } from "./context.ts";
import type { ReleaseLooks, ReleaseSubject } from "./release-looks.ts";
import type { RenderTarget } from "./renderer.ts";

const CALL = { timeoutMs: 10_000, fieldManager: FIELD_MANAGERS.operator } as const;

/**
 * Keeps what Jobs say where there is a release command; else they are those of somebody's chart, or of an earlier change. What
 * is stopped does not wait for its own, unless an older chart of ours has Argo CD do so, and it failed.
 */
export function releaseOnly({ spec }: Pick<DeploymentObject, "spec">, view: ApplicationView): ApplicationView {
  const isWaitedFor = spec.stopped !== true || (view.kind === "present" && view.release?.hasFailed === true);
  return isReleased(spec) && isWaitedFor ? view : withoutRelease(view);
}

/** Looks at the release command of what is being delivered; without one, or once it succeeded, nobody is asked. */
export function lookAtRelease(
  context: Pick<DeploymentContext, "releaseCommands" | "tenants">,
  object: DeploymentObject,
  cluster: ClusterObject | undefined,
  application: ApplicationView,
): ReleaseView | undefined {
  const found = findRelease(context, object, cluster, application);
  if (found === undefined) return undefined;
  if (found.kind === "unasked") return { kind: "unknown" };
  if (found.kind !== "found") return { kind: found.kind };
  const { uid, trouble } = found;
  const { spec, status } = object;
  return { kind: "seen", uid, trouble, isAskedAgain: isAskedAgain(status?.release, uid, spec.syncRequestedAt) };
}

function findRelease(
  { releaseCommands, tenants }: Pick<DeploymentContext, "releaseCommands" | "tenants">,
  object: DeploymentObject,
  cluster: ClusterObject | undefined,
  application: ApplicationView,
): ReturnType<ReleaseLooks["look"]> | undefined {
  const subject = subjectOf(object, application);
  const clusterHandle = cluster?.status?.handle;
  if (subject !== undefined && clusterHandle !== undefined)
    return releaseCommands.look(tenants.client(clusterHandle), subject);
  releaseCommands.forget(deploymentHandle(object));
  return undefined;
}

function subjectOf(object: DeploymentObject, application: ApplicationView): ReleaseSubject | undefined {
  if (application.kind === "absent" || application.release === undefined) return undefined;
  const handle = deploymentHandle(object);
  const { job, hasFailed } = application.release;
  const namespace = tenantNamespace({ handle, spec: object.spec });
  return { handle, stamp: `${job} ${hasFailed}`, namespace, job };
}

type Job = Readonly<{ namespace: string; name: string; uid: string }>;
type Act = (client: KubeClient, job: Job, nowMs: number) => Promise<unknown>;
type Look = Readonly<{ target: RenderTarget | undefined; observed: Pick<DeploymentObserved, "application"> }>;
type ReleaseHandler = Handler<DeploymentContext, DeploymentObject, Look, DeploymentEffect>;

/** Acts on the very Job that was looked at: one that was made anew meanwhile is another one. */
function onJob(act: Act): ReleaseHandler {
  return async (context, object, { target, observed: { application } }) => {
    const subject = subjectOf(object, application);
    const client = target && context.tenants.client(target.clusterHandle);
    if (subject === undefined || client === undefined) return;
    const found = context.releaseCommands.look(client, subject);
    if (found.kind !== "found") return;
    const { namespace, job: name } = subject;
    await act(client, { namespace, name, uid: found.uid }, context.clock.nowMs());
    context.releaseCommands.forget(subject.handle);
  };
}

/** What is done to the Job of a release command. */
export const RELEASE_EFFECTS = {
  endRelease: onJob((client, { namespace, name, uid }, nowMs) => {
    const annotations = { [ANNOTATIONS.cancelledAt]: new Date(nowMs).toISOString() };
    const body = { metadata: { uid, annotations }, spec: { activeDeadlineSeconds: 1 } };
    return client.patch(JOBS, { namespace, name }, { kind: "merge", body }, CALL);
  }),
  repeatRelease: onJob((client, { namespace, name, uid }) =>
    client.delete(JOBS, { namespace, name }, { uid, propagation: "Background" }),
  ),
};
