import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "chai";
import type { CallOptions, KubeClient } from "../../../../adapters/kubernetes/kube-port.ts";
import { CONFIG_MAPS } from "../../../../adapters/kubernetes/resource-types.ts";
import { VaultClusterAccess } from "../../../../adapters/secrets/vault-cluster-access.ts";
import { VaultSecretStore } from "../../../../adapters/secrets/vault-secret-store.ts";
import { createLocalCloudClient } from "../../../../adapters/providers/local-cloud-client.ts";
import { SecretText } from "../../../../contract/secret-text.ts";
import {
  NotLeaderError,
  createAssertMayAct,
  guardCalls,
  guardProvisioners,
  guardVault,
} from "../../../../operator/controllers/shared/leader-guard.ts";
import type { Provisioner } from "../../../../operator/provisioners/port.ts";
import { PassOverError, outsidePass, withinPass } from "../../../../operator/runtime/pass.ts";
import { FakeKubeClient } from "../../../support/fake-kube-client.ts";
import { listen } from "../../../support/listen.ts";

const REF = { namespace: "n", name: "x" };
const TOKEN = { kind: "token", token: () => new SecretText("t") } as const;
const PLACE = { organization: "acme", clusterHandle: "one", handle: "shop" };

describe("What changes the world", () => {
  let leads: boolean;
  const assertMayAct = createAssertMayAct(() => leads);
  beforeEach(() => {
    leads = true;
  });
  const fault = (work: () => Promise<unknown>): Promise<unknown> =>
    work().then(
      () => "done",
      (error: unknown) => error,
    );

  it("is refused to a client that leads no more, which may still read", async () => {
    const client = guardCalls(new FakeKubeClient({ onRequest: () => ({}) }), assertMayAct);
    const body = { metadata: REF };
    const calls: readonly (() => Promise<unknown>)[] = [
      () => client.create(CONFIG_MAPS, body, { fieldManager: "t" }),
      () => client.patch(CONFIG_MAPS, REF, { kind: "apply", body }, { fieldManager: "t" }),
      () => client.request("POST", "/evict"),
      () => client.delete(CONFIG_MAPS, REF),
    ];
    leads = false;
    for (const call of calls) expect(await fault(call)).to.be.instanceOf(NotLeaderError);
    expect([await client.get(CONFIG_MAPS, REF), await client.request("GET", "/version")]).to.eql([undefined, {}]);
    leads = true;
    for (const call of calls) expect(await fault(call)).to.equal("done");
  });

  it("takes less time on the management cluster than a successor waits, and ends with its pass", async () => {
    const asked: (CallOptions | undefined)[] = [];
    const inner = {
      patch: (...[, , , options]: Parameters<KubeClient["patch"]>) => Promise.resolve(asked.push(options)),
      get: (...[, , options]: Parameters<KubeClient["get"]>) => Promise.resolve(asked.push(options)),
    } as unknown as KubeClient;
    const client = guardCalls(inner, assertMayAct, 4_500);
    const patch = (timeoutMs?: number): Promise<unknown> =>
      client.patch(
        CONFIG_MAPS,
        REF,
        { kind: "merge", body: {} },
        { fieldManager: "t", ...(timeoutMs && { timeoutMs }) },
      );
    await patch();
    await patch(30_000);
    await patch(1_000);
    expect(asked.map((options) => options?.timeoutMs)).to.eql([4_500, 4_500, 1_000]);
    const abort = new AbortController();
    await withinPass(abort.signal, async () => {
      await client.get(CONFIG_MAPS, REF);
      await outsidePass(() => client.get(CONFIG_MAPS, REF));
      abort.abort();
      expect(await fault(() => patch())).to.be.instanceOf(PassOverError);
    });
    expect(asked.slice(3).map((options) => options?.signal)).to.eql([abort.signal, undefined]);
  });

  it("is refused at clouds and in Vault, whose private members stay in reach", async () => {
    class Cloud implements Provisioner {
      readonly #done: string[] = [];
      observe = (): never => this.#done as never;
      ensure = (): Promise<void> => Promise.resolve(void this.#done.push("ensure"));
      remove(): Promise<void> {
        return Promise.resolve(void this.#done.push("remove"));
      }
    }
    const order = {} as Parameters<Provisioner["ensure"]>[0];
    const { local } = guardProvisioners({ local: new Cloud() }, assertMayAct);
    await local?.ensure(order);
    leads = false;
    expect(await fault(async () => local?.remove(order))).to.be.instanceOf(NotLeaderError);
    expect(local?.observe(order)).to.eql(["ensure"]);
    expect(Reflect.get(local!, "removeNode")).to.equal(undefined);
    const config = { url: "http://127.0.0.1:9", namespace: undefined, mount: "secret", auth: TOKEN };
    const parts = { store: new VaultSecretStore(config), access: new VaultClusterAccess(config), server: config };
    const { access, store } = guardVault(parts, assertMayAct);
    expect(await fault(() => access.clear(PLACE))).to.be.instanceOf(NotLeaderError);
    const scope = { organization: "acme", deploymentId: undefined };
    expect(await fault(() => store.remove(scope, "x"))).to.be.instanceOf(NotLeaderError);
    store.close();
    access.close();
  });

  describe("in the middle of one call", () => {
    let server: Server;
    let writes: string[];
    const url = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

    beforeEach(async () => {
      writes = [];
      server = createServer((request, response) => {
        const { method = "GET", url: path = "" } = request;
        if (method !== "GET") writes.push(`${method} ${path}`);
        // The leadership ends while what is there is read.
        if (path.includes("list=true")) leads = false;
        response.writeHead(200, { "content-type": "application/json" });
        response.end(JSON.stringify({ data: { keys: ["own", "shared"] } }));
      });
      await listen(server);
    });
    afterEach(() => {
      server.close();
      server.closeAllConnections();
    });

    it("ends before the next write to Vault", async () => {
      const config = { url: url(), namespace: undefined, mount: "secret", auth: TOKEN };
      const access = new VaultClusterAccess({ ...config, beforeWrite: assertMayAct });
      expect(await fault(() => access.clear(PLACE))).to.be.instanceOf(NotLeaderError);
      expect(writes).to.eql([]);
      const unfenced = new VaultClusterAccess(config);
      await unfenced.clear(PLACE);
      expect(writes, "known bad").to.have.length(2);
      access.close();
      unfenced.close();
    });

    it("sends nothing to the simulated cloud", async () => {
      const cloud = createLocalCloudClient({ url: url(), token: new SecretText("t"), beforeWrite: assertMayAct });
      leads = false;
      expect(await fault(() => cloud.deleteCluster("one"))).to.be.instanceOf(NotLeaderError);
      expect(writes).to.eql([]);
    });
  });
});
