import { findAdopter, type StoredResource } from "../../../adapters/postgres/resources/resource-rows.ts";
import { BerthError } from "../../../contract/errors.ts";
import { deploymentRules } from "../../../contract/resources/deployment-rules.ts";
import type { DeploymentSpec } from "../../../contract/resources/deployment-spec.ts";
import { configured, kept, type WorkloadImportItem } from "../../../contract/rest/workload-imports.ts";
import { fromRest, restName } from "../../../contract/rest-case.ts";
import type { Context } from "../../http/context.ts";
import { wantedDeployment } from "../new-deployment.ts";
import { ValidationFault, valueFault } from "../../http/validation-fault.ts";
import { assertDeliverable } from "../assert-deliverable.ts";
import { clusterContext, onCluster } from "../../resources/cluster-owners.ts";
import type { Wanted } from "../../resources/create-resource.ts";
import type { Owners } from "../../resources/projection-port.ts";

/** Derives whose the deployments of an import are: the cluster's owner's, whoever imports. */
export function importOwners(cluster: StoredResource): Owners {
  return { organizationId: cluster.organizationId, userId: clusterContext(cluster).userId, ...onCluster(cluster) };
}

/** Makes the deployment that an item asks for. */
export function wantedWorkload(context: Context, cluster: StoredResource, item: WorkloadImportItem): Wanted {
  const spec = specOf(item, cluster);
  return wantedDeployment(context, {
    cluster,
    owners: importOwners(cluster),
    name: spec.name ?? item.name,
    spec,
    check: () => check(context, spec, cluster),
  });
}

function specOf(item: WorkloadImportItem, cluster: StoredResource): DeploymentSpec {
  return {
    ...(fromRest(configured, item) as Partial<DeploymentSpec>),
    name: item.display_name ?? item.name,
    cluster: cluster.objectName,
    appType: item.app_type ?? "container",
    adoption: {
      ...(fromRest(kept, item) as NonNullable<DeploymentSpec["adoption"]>),
      workloadName: item.name,
    },
  };
}

const LABEL_40 = /^[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?$/;

async function check(context: Context, spec: DeploymentSpec, cluster: StoredResource): Promise<void> {
  const { name = "", adoption } = spec;
  if (!LABEL_40.test(name))
    throw fault("display_name", `${name} cannot be the name of a deployment: send one of at most 40 of a-z, 0-9 and -`);
  const broken = deploymentRules.filter((rule) => rule.check?.(spec as never) === false);
  if (broken.length > 0)
    throw new ValidationFault(
      broken.map(({ path, message }) =>
        valueFault(
          path.map((part) => restName(String(part))),
          message,
        ),
      ),
    );
  await assertDeliverable(context, spec, { cluster: clusterContext(cluster), namespace: cluster.namespace });
  if (adoption === undefined) return;
  const { namespace, kind, workloadName = name } = adoption;
  const adopter = await findAdopter(context.services.pool, cluster.id, { namespace, kind, name: workloadName });
  if (adopter !== undefined)
    throw new BerthError("conflict", {
      publicMessage: `This workload was imported already: it is the deployment ${adopter.name}.`,
    });
}

function fault(member: string, sentence: string): ValidationFault {
  return new ValidationFault([valueFault([member], sentence)]);
}
