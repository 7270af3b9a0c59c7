import type { KubeObject } from "../../../adapters/kubernetes/kube-object.ts";
import type { StoredResource } from "../../../adapters/postgres/resources/resource-rows.ts";
import { BerthError } from "../../../contract/errors.ts";
import type {
  importWorkloads,
  WorkloadImportFailure,
  WorkloadImportItem,
} from "../../../contract/rest/workload-imports.ts";
import { itemFailure } from "../../deployments/imports/item-failure.ts";
import { importItems } from "../../deployments/imports/import-items.ts";
import { importOwners, wantedWorkload } from "../../deployments/imports/wanted-workload.ts";
import { planCreation } from "../../deployments/new-deployment.ts";
import { clusterWarnings, ingressWarnings } from "../../deployments/plan-warnings.ts";
import type { Answer, Context, Handler } from "../../http/context.ts";
import type { Wanted } from "../../resources/create-resource.ts";
import { loadResource } from "../../resources/load-resource.ts";
import { writtenAnswer } from "../../resources/written-answer.ts";

/** Imports workloads that run on a cluster already; nothing of theirs is touched before they are synced. */
export const handle: Handler<typeof importWorkloads> = async (context, { query, body }) => {
  const cluster = await loadResource(context, "Cluster", query.cluster_id);
  if (context.principal.kind !== "service" && cluster.body["is_imported"] !== true)
    throw new BerthError("not_imported", {
      publicMessage: "Workloads are imported into imported clusters only; into this one only the platform itself may.",
    });
  if (cluster.status === "deleting") throw new BerthError("being_deleted");
  if ((await context.services.identity.findOrganization(cluster.organizationId)) === null)
    throw new BerthError("not_found");
  if (query.dry_run === true) return dryRun(context, cluster, body.workloads);
  const { objects, answer } = await importItems(context, cluster, body.workloads);
  if ((query.wait ?? 0) === 0) return { body: answer };
  return { body: { ...answer, imported: await waitFor(context, cluster, { objects, seconds: query.wait }) } };
};

/** All are waited for at once, each as a read would show it then. */
async function waitFor(
  context: Context,
  cluster: StoredResource,
  { objects, seconds }: Readonly<{ objects: readonly KubeObject[]; seconds: number | undefined }>,
): Promise<unknown[]> {
  const owners = importOwners(cluster);
  const answers = await Promise.all(
    objects.map((object) => writtenAnswer(context, { kind: "Deployment", object, owners }, seconds)),
  );
  return answers.map(({ text = "" }) => JSON.parse(text) as unknown);
}

async function dryRun(
  context: Context,
  cluster: StoredResource,
  items: readonly WorkloadImportItem[],
): Promise<Answer> {
  const imported: object[] = [];
  const failed: WorkloadImportFailure[] = [];
  const seen = new Set<string>();
  for (const [index, item] of items.entries()) {
    try {
      assertFirst(seen, item);
      const wanted = { ...wantedWorkload(context, cluster, item), before: imported.length };
      imported.push(await wouldBe(context, cluster, wanted));
    } catch (error) {
      failed.push(itemFailure(context, item, index, error).failure);
    }
  }
  return {
    status: 200,
    body: { imported, failed, total_imported: imported.length, total_failed: failed.length },
  };
}

/** Of two items that are in each other's way the first would be imported. */
function assertFirst(seen: Set<string>, { name, display_name: shown, namespace, kind }: WorkloadImportItem): void {
  const [own, live] = [shown ?? name, `${namespace}/${kind}/${name}`];
  if (seen.has(own)) throw new BerthError("name_taken");
  if (seen.has(live)) throw new BerthError("conflict", { publicMessage: "An earlier item is the same workload." });
  seen.add(own).add(live);
}

async function wouldBe(context: Context, cluster: StoredResource, wanted: Wanted): Promise<object> {
  const warnings = [...clusterWarnings(cluster), ...ingressWarnings(cluster, true)];
  const { body, plan } = await planCreation(context, wanted, { cluster, warnings });
  return { ...body, plan };
}
