import { expect } from "chai";
import type { KubeClient } from "../../adapters/kubernetes/kube-port.ts";
import { EXEC_PROTOCOL } from "../../contract/rest/pod-access.ts";
import { eventually } from "../support/eventually.ts";
import { frame, startPodSockets, type PodSocketDouble } from "../support/pod-socket-double.ts";
import { openSocket, type Opened } from "../support/socket-client.ts";
import { newAccount, newCluster, newDeployment, newKey, type Account } from "./client.ts";
import { startTestGateway, type TestGateway } from "./gateway.ts";

const SHELLS = 200;
/** So many handshakes are under way at once. */
const OPENING = 20;

/** The pods' side is a double that answers; what bears the load is the gateway. */
describe("Two hundred shells at once", function () {
  this.timeout(600_000);
  let gateway: TestGateway;
  let pods: PodSocketDouble;
  let owner: Account;
  let id: string;

  before(async () => {
    pods = await startPodSockets();
    const pod = { metadata: { name: "shop-1" }, spec: { containers: [{ name: "app" }] }, status: { phase: "Running" } };
    const client = {
      list: () => Promise.resolve({ items: [pod], resourceVersion: "1" }),
      get: () => Promise.resolve(undefined),
      close: () => Promise.resolve(),
      dial: pods.dial,
    } as unknown as KubeClient;
    gateway = await startTestGateway({
      env: { BERTH_SHELLS_PER_USER: String(SHELLS), BERTH_RATE_LIMIT_BURST: "1000" },
      replace: () => ({ tenantReader: { open: () => Promise.resolve(client) } }),
    });
    owner = await newAccount(gateway.url);
    id = (await newDeployment(owner.call, await newCluster(owner.call))).id;
  });
  after(async () => {
    await gateway.stop();
    await pods.stop();
  });

  async function openAll(key: string): Promise<readonly Opened[]> {
    const query = new URLSearchParams({ command: '["cat"]', tty: "true" });
    const url = `${gateway.url}/deployments/${id}/exec?${query.toString()}`;
    const options = { headers: { authorization: `Bearer ${key}` } };
    const shells: Opened[] = [];
    while (shells.length < SHELLS)
      shells.push(
        ...(await Promise.all(Array.from({ length: OPENING }, () => openSocket(url, options, [EXEC_PROTOCOL])))),
      );
    return shells;
  }

  it("answer each of them with its own input, and all end with the key that opened them", async () => {
    const key = await newKey(owner.session);
    const shells = await openAll(key.key);
    expect(pods.open.size).to.equal(SHELLS);
    for (const [index, { socket }] of shells.entries()) socket.send(frame(0, `typed ${index}`));
    await eventually(() =>
      expect(shells.map((shell) => shell.textOf(1))).to.deep.equal(shells.map((_, index) => `typed ${index}`)),
    );
    await owner.session("DELETE", `/api-keys/${key.id}`);
    const ends = await Promise.all(shells.map(({ closed }) => closed));
    expect([...new Set(ends)]).to.deep.equal(["4001 access_ended"]);
    await eventually(() => expect(pods.open.size).to.equal(0));
  });
});
