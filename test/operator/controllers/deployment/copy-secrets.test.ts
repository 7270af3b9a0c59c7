import { expect } from "chai";
import { KubernetesSecretStore } from "../../../../adapters/kubernetes/secret-store.ts";
import { LABELS, PREVIEW_DATABASE_SECRET } from "../../../../contract/identity.ts";
import { SecretText } from "../../../../contract/secret-text.ts";
import type { DeploymentContext } from "../../../../operator/controllers/deployment/context.ts";
import { PROMOTION_EFFECTS } from "../../../../operator/controllers/deployment/promotion.ts";
import { TenantSecrets } from "../../../../operator/delivery/tenant-secrets.ts";
import type { DeploymentObject } from "../../../../operator/resources/objects.ts";
import { FakeKubeClient } from "../../../support/fake-kube-client.ts";

const deployment = (id: string, spec: object): DeploymentObject =>
  ({
    metadata: { name: id, namespace: "org-acme", uid: `uid-${id}`, labels: { [LABELS.id]: id } },
    spec: { cluster: "one", ...spec },
  }) as unknown as DeploymentObject;

/** Promotes a deployment that has two secrets of its own; answers which of them the other one gets. */
async function copied(source: object): Promise<string[]> {
  const store = new KubernetesSecretStore(new FakeKubeClient(), { fieldManager: "test", now: () => new Date(0) });
  const scopeOf = (deploymentId: string) => ({ organization: "acme", deploymentId });
  for (const name of ["token", PREVIEW_DATABASE_SECRET])
    await store.create(scopeOf("a"), name, { value: new SecretText("x"), requestId: "r" });
  const from = deployment("a", source);
  const secrets = new TenantSecrets({ store } as unknown as ConstructorParameters<typeof TenantSecrets>[0]);
  const caches = { deployments: { byIndex: () => [from] } };
  const context = { secrets, caches } as unknown as DeploymentContext;
  const promoted = deployment("b", { promotion: { sourceId: "a" } });
  await PROMOTION_EFFECTS.copySecrets(context, promoted, undefined as never, { kind: "copySecrets" });
  return (await store.list(scopeOf("b"), "own")).map(({ name }) => name).toSorted();
}

describe("The secrets of a deployment that is promoted", () => {
  it("are copied, but for the URL of a preview's own database, which goes with it", async () => {
    expect(await copied({})).to.deep.equal([PREVIEW_DATABASE_SECRET, "token"]);
    const preview = { sourceId: "s", expiresAt: "2026-01-01T00:00:00Z" };
    expect(await copied({ preview })).to.deep.equal([PREVIEW_DATABASE_SECRET, "token"]);
    const database = { engine: "postgresql", variable: "DATABASE_URL" };
    expect(await copied({ preview: { ...preview, database } })).to.deep.equal(["token"]);
  });
});
