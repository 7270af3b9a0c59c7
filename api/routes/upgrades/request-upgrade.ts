import { UPGRADE_REQUESTS } from "../../../adapters/kubernetes/resource-types.ts";
import { findUpgradesOf } from "../../../adapters/postgres/resources/upgrade-reads.ts";
import type { StoredResource } from "../../../adapters/postgres/resources/resource-rows.ts";
import { BerthError } from "../../../contract/errors.ts";
import { findOffered, upgradeTargets } from "../../../contract/kubernetes-versions.ts";
import { upgradeResource, upgradeSpec } from "../../../contract/resources/upgrade-request.ts";
import type { requestUpgrade } from "../../../contract/rest/upgrades.ts";
import { fromRest } from "../../../contract/rest-case.ts";
import { assertUser } from "../../http/authenticate.ts";
import type { Handler } from "../../http/context.ts";
import { refusedValue } from "../../http/refused-value.ts";
import { onCluster, organizationOf } from "../../resources/cluster-owners.ts";
import { createResource } from "../../resources/create-resource.ts";
import { loadResource } from "../../resources/load-resource.ts";
import { writtenAnswer } from "../../resources/written-answer.ts";

/** Asks for an upgrade; requests of a cluster are numbered, so that of two at once only one is made. */
export const handle: Handler<typeof requestUpgrade> = async (context, { path, body }) => {
  const { userId } = assertUser(context.principal);
  const { services } = context;
  const cluster = await loadResource(context, "Cluster", path.cluster_id);
  assertUpgradable(cluster);
  const { isOpen, next } = await findUpgradesOf(services.pool, cluster.id);
  const owners = { organizationId: cluster.organizationId, userId, ...onCluster(cluster) };
  const spec = { ...(fromRest(upgradeSpec, body) as object), cluster: cluster.objectName };
  const object = await createResource(context, {
    definition: upgradeResource,
    kind: "UpgradeRequest",
    type: UPGRADE_REQUESTS,
    organization: organizationOf(cluster),
    owners,
    nameOf: () => `${cluster.objectName}-${next}`,
    spec,
    check: () => {
      if (isOpen) throw new BerthError("upgrade_open");
      return Promise.resolve({ toVersion: chooseVersion(cluster, body.to_version) });
    },
  }).catch((error: unknown) => {
    const isOvertaken = error instanceof BerthError && error.code === "name_taken";
    throw isOvertaken ? new BerthError("upgrade_open", { cause: error }) : error;
  });
  return { status: 201, ...(await writtenAnswer(context, { kind: "UpgradeRequest", object, owners }, undefined)) };
};

function assertUpgradable({ status, body }: StoredResource): void {
  if (status === "deleting") throw new BerthError("being_deleted");
  if (body["is_imported"] === true)
    throw new BerthError("not_managed", {
      publicMessage: "The platform does not manage the version of an imported cluster; upgrade it where it was made.",
    });
  if (body["ready_at"] === null && status !== "running") throw new BerthError("cluster_not_ready");
}

function chooseVersion({ body }: StoredResource, wanted: string): string {
  const provider = String(body["provider"]);
  const targets = upgradeTargets(provider, String(body["kubernetes_version"]));
  const version = findOffered(provider, wanted);
  if (version !== undefined && targets.includes(version)) return version;
  const sentence =
    targets.length === 0
      ? "the cluster has the newest version on offer that it can go to"
      : `the cluster can go to ${targets.join(", ")}`;
  throw refusedValue(["body", "to_version"], sentence);
}
