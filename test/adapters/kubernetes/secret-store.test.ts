import { expect } from "chai";
import { SecretText } from "../../../contract/secret-text.ts";
import { FakeKubeClient } from "../../support/fake-kube-client.ts";
import { KubeError } from "../../../adapters/kubernetes/kube-error.ts";
import { NAMESPACES, SECRETS } from "../../../adapters/kubernetes/resource-types.ts";
import { KubernetesSecretStore } from "../../../adapters/kubernetes/secret-store.ts";

const SCOPE = { organization: "acme", deploymentId: undefined };
const SECRET = { value: new SecretText("x"), requestId: "r" };

/** Refuses everything about Secrets so many times, as an API server does before the operator has granted the role. */
function storeRefused(times: number): { store: KubernetesSecretStore; kube: FakeKubeClient; asked: () => number } {
  let asked = 0;
  const kube = new FakeKubeClient({
    onCall(_verb, type) {
      if (type !== SECRETS) return;
      asked += 1;
      if (asked <= times) throw new KubeError("secrets", { status: 403, reason: "Forbidden" });
    },
  });
  return { store: new KubernetesSecretStore(kube, { fieldManager: "test", pauseMs: 0 }), kube, asked: () => asked };
}

const makeNamespace = (kube: FakeKubeClient): Promise<unknown> =>
  kube.create(NAMESPACES, { metadata: { name: "org-acme" } }, { fieldManager: "test" });

describe("The secret store in Kubernetes", () => {
  it("waits for the operator's grant in a namespace that was just made", async () => {
    const { store, kube } = storeRefused(3);
    await makeNamespace(kube);
    expect(await store.create(SCOPE, "a", SECRET)).to.include({ name: "a", version: 1 });
  });

  it("finds nothing where there is no namespace, without waiting for a grant that never comes", async () => {
    const { store, asked } = storeRefused(Infinity);
    expect(await store.list(SCOPE, "all")).to.deep.equal([]);
    expect(await store.find(SCOPE, "a")).to.equal(undefined);
    expect(await store.read(SCOPE, "a")).to.equal(undefined);
    expect(await store.remove(SCOPE, "a")).to.equal(false);
    expect(asked()).to.equal(4);
  });

  it("gives up on a grant that does not come", async () => {
    const { store, kube, asked } = storeRefused(Infinity);
    await makeNamespace(kube);
    const refusal = await store.list(SCOPE, "all").catch((error: unknown) => error);
    expect(refusal).to.be.instanceOf(KubeError);
    expect(asked()).to.equal(25);
  });

  it("shows what the platform keeps in no list", async () => {
    const { store } = storeRefused(0);
    await store.create({ ...SCOPE, area: "platform" }, "registry", SECRET);
    await store.create({ ...SCOPE, deploymentId: "d1" }, "b", SECRET);
    expect((await store.list(SCOPE, "all")).map(({ name }) => name)).to.deep.equal(["b"]);
    expect((await store.find({ ...SCOPE, area: "platform" }, "registry"))?.version).to.equal(1);
  });

  it("keeps what the platform knows apart from a secret of the same name", async () => {
    const { store } = storeRefused(0);
    const platform = { ...SCOPE, area: "platform" } as const;
    await store.create(platform, "registry", { ...SECRET, value: new SecretText("the platform's") });
    expect(await store.find(SCOPE, "registry")).to.equal(undefined);
    expect(await store.remove(SCOPE, "registry")).to.equal(false);
    expect(await store.create(SCOPE, "registry", { ...SECRET, value: new SecretText("a person's") })).to.include({
      version: 1,
    });
    expect((await store.read(platform, "registry"))?.reveal()).to.equal("the platform's");
    expect((await store.find(platform, "registry"))?.deploymentId).to.equal(undefined);
  });
});
