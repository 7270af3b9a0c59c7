import { expect } from "chai";
import type { StoredResource } from "../../../adapters/postgres/resources/resource-rows.ts";
import { clusterContext } from "../../../api/resources/cluster-owners.ts";
import { CLUSTER_ROUTINGS } from "../../../contract/resources/cluster-routings.ts";
import { deriveClusterContext } from "../../../render/projection/cluster-context.ts";
import { projectResource } from "../../../render/projection/project-resource.ts";

const [ORGANIZATION, OWNER] = ["01970000-0000-7000-8000-000000000010", "01970000-0000-7000-8000-000000000020"];
const PLACE = { provider: "hetzner", region: "fsn1", tier: "dedicated" };

describe("What the gateway takes of a cluster for its deployments", () => {
  it("is what the operator takes of it for their files, however requests come and whoever has the certificates", () => {
    for (const routing of CLUSTER_ROUTINGS)
      for (const certifiesEachName of [true, false, undefined]) {
        const metadata = { name: "prod", namespace: "org-acme", uid: OWNER, generation: 1 };
        const cluster = { metadata, spec: { ...PLACE, routing }, status: { certifiesEachName } };
        const owners = { organizationId: ORGANIZATION, ownerId: OWNER };
        const row = projectResource("Cluster", cluster, { ...owners, renderValues: () => null });
        const stored = { ...row, objectName: "prod", namespace: "org-acme" } as unknown as StoredResource;
        const [by, operators] = [clusterContext(stored), deriveClusterContext(cluster, owners)];
        const placeOf = ({ handle, routing: way, certifiesEachName: each }: typeof by): unknown[] => [
          handle,
          way,
          each,
        ];
        expect(placeOf(by), routing).to.deep.equal(placeOf(operators));
        expect(by.certifiesEachName).to.equal(routing !== "ingress" && certifiesEachName === true ? true : undefined);
      }
  });
});
