import { expect } from "chai";
import { SecretText } from "../../contract/secret-text.ts";
import { createTxtResolver } from "../../adapters/dns/txt-resolver.ts";
import { KubeError } from "../../adapters/kubernetes/kube-error.ts";
import type { KubeClient } from "../../adapters/kubernetes/kube-port.ts";
import { createHetznerClient } from "../../adapters/providers/hetzner-client.ts";
import { createLocalCloudClient } from "../../adapters/providers/local-cloud-client.ts";
import { argocdChecks } from "../../berthctl/doctor/argocd-checks.ts";
import { runChecks, type Check } from "../../berthctl/doctor/check.ts";
import { gitChecks } from "../../berthctl/doctor/git-checks.ts";
import { outsideChecks, type OutsideParts } from "../../berthctl/doctor/outside-checks.ts";
import { formatReport } from "../../berthctl/doctor/report.ts";
import { resourceChecks } from "../../berthctl/doctor/resource-checks.ts";
import { secretStoreChecks } from "../../berthctl/doctor/secret-store-checks.ts";
import { explainFault } from "../../berthctl/explain-fault.ts";
import { BerthError } from "../../contract/errors.ts";
import { startDnsServer, type DnsServer } from "../support/dns-server.ts";
import { HETZNER_TOKEN, HetznerServer } from "../support/hetzner-server.ts";

const NOWHERE = "http://127.0.0.1:1";
const SERVED = [
  "cluster.x-k8s.io/v1beta2",
  "controlplane.cluster.x-k8s.io/v1beta2",
  "bootstrap.cluster.x-k8s.io/v1beta2",
  "infrastructure.cluster.x-k8s.io/v1beta1",
  "argocd-image-updater.argoproj.io/v1alpha1",
  "externaldns.k8s.io/v1alpha1",
  "cert-manager.io/v1",
];

const serving = (versions: readonly string[]): Pick<KubeClient, "request"> => ({
  request: (_method, path) =>
    versions.includes(path.slice("/apis/".length))
      ? Promise.resolve({ resources: [] })
      : Promise.reject(new KubeError(`GET ${path}`, { status: 404, reason: "UnknownPath" })),
});
const told = async (checks: readonly Check[]): Promise<string[]> =>
  (await runChecks(checks, explainFault)).map(({ name, state, found }) => `${name} ${state}: ${found}`);

describe("berthctl doctor, outside", function () {
  this.timeout(300_000);
  let dns: DnsServer;
  let hetznerUrl: string;
  const hetzner = new HetznerServer();
  before(async () => {
    dns = await startDnsServer();
    hetznerUrl = await hetzner.start();
  });
  after(async () => {
    await dns.close();
    await hetzner.stop();
  });

  const locations = (token: string): OutsideParts["hetznerLocations"] =>
    createHetznerClient({ url: hetznerUrl, token: new SecretText(token) }).locations;
  const parts = (more: Partial<OutsideParts> = {}): OutsideParts => ({
    client: serving(SERVED),
    clusterApi: true,
    imageUpdater: true,
    externalDns: true,
    certManager: true,
    localRegions: () => Promise.resolve(["local-1"]),
    hetznerLocations: locations(HETZNER_TOKEN),
    resolveTxt: createTxtResolver([dns.address]),
    ...more,
  });

  it("finds everything that the settings name, and looks at nothing else", async () => {
    expect(await told(outsideChecks(parts()))).to.deep.equal([
      "simulated cloud ok: 1 regions",
      "Hetzner ok: 3 regions",
      "Cluster API ok: served",
      "image updater ok: served",
      "ExternalDNS ok: served",
      "cert-manager ok: served",
      "DNS ok: answers",
    ]);
    const least = { clusterApi: false, imageUpdater: false, externalDns: false, certManager: false };
    const nobody = { localRegions: undefined, hetznerLocations: undefined };
    expect(await told(outsideChecks(parts({ ...least, ...nobody })))).to.deep.equal(["DNS ok: answers"]);
  });

  it("names what is away or refuses, what to do, and no secret", async () => {
    const cloud = createLocalCloudClient({ url: NOWHERE, token: new SecretText("canary") });
    const found = await runChecks(
      outsideChecks(
        parts({
          client: serving(SERVED.slice(1, 4)),
          localRegions: cloud.regions,
          hetznerLocations: locations("canary"),
          resolveTxt: createTxtResolver(["127.0.0.1:1"]),
        }),
      ),
      explainFault,
    );
    expect(found.map(({ name, state }) => `${name} ${state}`)).to.deep.equal(
      ["simulated cloud", "Hetzner", "Cluster API", "image updater", "ExternalDNS", "cert-manager", "DNS"].map(
        (name) => `${name} fault`,
      ),
    );
    const report = formatReport(found);
    for (const text of [
      "not served: cluster.x-k8s.io/v1beta2",
      "BERTH_LOCAL_CLOUD_URL",
      "BERTH_HETZNER_TOKEN",
      "unset BERTH_IMAGE_UPDATER",
      "not served: externaldns.k8s.io/v1alpha1",
      "set BERTH_DNS=manual",
      "not served: cert-manager.io/v1",
      "unset BERTH_WILDCARD_ISSUER",
      "BERTH_DNS_SERVERS",
    ])
      expect(report).to.contain(text);
    expect(report).to.not.contain("canary").and.to.not.contain("Postgres");
  });
});

describe("berthctl doctor, of each other dependency", () => {
  const root = (name: string, status: unknown): object => ({
    metadata: { name },
    spec: { project: "berth-root" },
    status,
  });
  const argo = (groups: readonly string[], items: readonly object[]): Promise<string[]> =>
    told(
      argocdChecks({
        namespace: "argocd",
        client: {
          list: (() => Promise.resolve({ items })) as never,
          request: () => Promise.resolve({ groups: groups.map((name) => ({ name })) }),
        },
      }),
    );

  it("tells an Argo CD that is not there, that does not run, and that is behind", async () => {
    const synced = { sync: { status: "Synced" } };
    expect(await argo(["argoproj.io"], [root("one", synced)])).to.deep.equal([
      "definitions ok: present",
      "clusters' roots ok: 1 synced",
    ]);
    expect((await argo([], []))[0]).to.contain("fault: argoproj.io is not served");
    expect((await argo(["argoproj.io"], [root("one", synced), root("two", {})]))[1]).to.contain("fault: 1 of 2");
    const behind = await argo(["argoproj.io"], [root("one", { sync: { status: "OutOfSync" } })]);
    expect(behind[1]).to.contain("warning: 1 of 1 not synced: one");
  });

  it("tells a Git server that is away", async () => {
    const found = await told(gitChecks({ url: `${NOWHERE}/delivery.git`, credentials: () => undefined }, "main"));
    expect(found).to.have.length(2);
    for (const line of found)
      expect(line)
        .to.match(/ fault: /)
        .and.to.not.contain("Postgres");
  });

  it("tells a store that refuses, and takes what it lacks for well", async () => {
    const store = (find: () => Promise<undefined>): Promise<string[]> => told(secretStoreChecks({ find } as never));
    expect(await store(() => Promise.resolve(undefined))).to.deep.equal(["vault ok: answers, login accepted"]);
    const sealed = new BerthError("unavailable", { message: "Vault is sealed" });
    expect(await store(() => Promise.reject(sealed))).to.deep.equal(["vault fault: Vault is sealed"]);
    expect(await told(secretStoreChecks(undefined))).to.deep.equal([
      "kubernetes ok: Secrets of the management cluster",
    ]);
  });

  it("names resources that do not get on, with their reasons", async () => {
    const stalled = (name: string, status: string): object => ({
      metadata: { namespace: "org-acme", name },
      status: { conditions: [{ type: "Stalled", status, reason: "SecretMissing" }] },
    });
    const list = (() => Promise.resolve({ items: [stalled("shop", "True"), stalled("well", "False")] })) as never;
    expect((await told(resourceChecks({ list })))[1]).to.equal(
      "deployments warning: 1 of 2 stalled: org-acme/shop (SecretMissing)",
    );
  });
});
