import { expect } from "chai";
import { SERVICES } from "../../../../adapters/kubernetes/resource-types.ts";
import { FakeKubeClient } from "../../../support/fake-kube-client.ts";
import { readEndpoint } from "../../../../operator/controllers/database/engine-endpoint.ts";

const subject = { handle: "orders", id: "1b2c3d4e-0000-4000-8000-000000000000", engine: "postgresql" } as const;

async function endpointOf(spec: object | undefined): Promise<unknown> {
  const client = new FakeKubeClient();
  const service = { metadata: { namespace: "orders", name: "postgres-rw" }, spec };
  if (spec !== undefined) await client.create(SERVICES, service, { fieldManager: "test" });
  return readEndpoint(client, subject, {});
}

describe("readEndpoint", () => {
  it("follows a Service that leads out of the cluster, and only that", async () => {
    const ports = [{ port: 25_431 }];
    expect(await endpointOf({ type: "ExternalName", externalName: "127.0.0.1", ports })).to.deep.equal({
      host: "127.0.0.1",
      port: 25_431,
    });
    expect(await endpointOf({ type: "ClusterIP", ports: [{ port: 5432 }] })).to.equal(undefined);
    expect(await endpointOf({ type: "ExternalName", externalName: "127.0.0.1" })).to.equal(undefined);
    expect(await endpointOf(undefined)).to.equal(undefined);
  });
});
