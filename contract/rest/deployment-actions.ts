import { deploymentResponse } from "./deployments.ts";
import { atLeast, defineOperation, type Declaration } from "./operation.ts";
import { deploymentPath } from "./values.ts";

type Action<Id extends string> = Readonly<{
  operationId: Id;
  verb: string;
  summary: string;
  description: string;
  done: string;
}>;

function action<const Id extends string>({ operationId, verb, summary, description, done }: Action<Id>) {
  return {
    operationId,
    method: "post",
    path: `/deployments/{deployment_id}/${verb}`,
    group: "deployments",
    summary,
    description,
    who: atLeast("member"),
    scope: "deployments:write",
    pathParameters: deploymentPath,
    dryRun: true,
    wait: true,
    waitsForReach: true,
    idempotent: true,
    success: { status: 200, schema: deploymentResponse, description: done },
    errors: ["conflict", "quota_exceeded", "being_deleted", "kubernetes_unavailable", "outcome_unknown"],
  } as const satisfies Declaration<typeof deploymentPath, Record<string, never>, undefined, Id>;
}

export const stopDeployment = defineOperation(
  action({
    operationId: "stopDeployment",
    verb: "stop",
    summary: "Stop a deployment",
    description:
      "Takes its pods away; volumes, names and addresses stay. Stopping what is stopped changes nothing. A Helm chart has no common way to stop: 409.",
    done: "The deployment; its status is stopped once the pods are gone",
  }),
);
export const startDeployment = defineOperation(
  action({
    operationId: "startDeployment",
    verb: "start",
    summary: "Start a stopped deployment",
    description: "Brings back the pods that it had. Starting what runs changes nothing.",
    done: "The deployment; provisioning until its pods are healthy",
  }),
);
export const restartDeployment = defineOperation(
  action({
    operationId: "restartDeployment",
    verb: "restart",
    summary: "Restart the pods of a deployment",
    description:
      "Replaces its pods one after the other, as a change of the image would; with more than one replica it goes on serving. 409 while it is stopped, and for Helm charts.",
    done: "The deployment; provisioning until its new pods are healthy",
  }),
);
export const syncDeployment = defineOperation(
  action({
    operationId: "syncDeployment",
    verb: "sync",
    summary: "Deliver a deployment anew",
    description:
      "Commits its files again and has them applied now: what failed is tried again, what was changed on the cluster by hand is put back, and a workload that was staged for import is taken over: its pods stay where nothing differs. A dry run of that shows what would change on the live objects, as the cluster's API server said when the operator asked last (each minute).",
    done: "The deployment; provisioning until it was seen synced and healthy",
  }),
);
export const renewDeploymentCertificate = defineOperation(
  action({
    operationId: "renewDeploymentCertificate",
    verb: "certificate/renew",
    summary: "Have another certificate made for an own domain",
    description:
      "For when its key was seen by somebody, or it was revoked: the issuer makes another one, with another key, and the one before is served until then. The condition CertificateRenewed says how far it is, and is True once another serial number was seen. Whoever had the key can use the old certificate until it is revoked at its issuer or ends. 409 while one is being made, without an active own domain, and where people bring certificates themselves.",
    done: "The deployment; CertificateRenewed is False until the newer certificate is there",
  }),
);
export const deploymentActionOperations = [
  stopDeployment,
  startDeployment,
  restartDeployment,
  syncDeployment,
  renewDeploymentCertificate,
];
