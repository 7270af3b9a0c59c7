import { X509Certificate } from "node:crypto";
import { inspect } from "node:util";
import { expect } from "chai";
import { KubeError } from "../../../../adapters/kubernetes/kube-error.ts";
import type { KubeObject, ResourceType } from "../../../../adapters/kubernetes/kube-object.ts";
import type { KubeClient } from "../../../../adapters/kubernetes/kube-port.ts";
import { CERTIFICATES, SECRETS } from "../../../../adapters/kubernetes/resource-types.ts";
import type { WildcardIssuer } from "../../../../contract/certificate-settings.ts";
import { deriveHandle } from "../../../../contract/identity.ts";
import type { ClusterContext } from "../../../../operator/controllers/cluster/context.ts";
import { wantedSecrets } from "../../../../operator/controllers/cluster/platform-secrets.ts";
import {
  createWildcardLooks,
  lookAtWildcard,
  observeWildcard,
  requestWildcard,
  withdrawWildcard,
} from "../../../../operator/controllers/cluster/wildcard.ts";
import type { WildcardView } from "../../../../operator/machines/cluster/wildcard.ts";
import type { ClusterObject } from "../../../../operator/resources/objects.ts";
import { CertManagerDouble } from "../../../support/cert-manager-double.ts";
import { eventually } from "../../../support/eventually.ts";
import { createFakeClock, type FakeClock } from "../../../support/fake-clock.ts";
import { ChangingClient } from "../../../support/changing-client.ts";
import { FakeKubeClient } from "../../../support/fake-kube-client.ts";

const HANDLE = "one-abcdefghij";
const DOMAIN = `${HANDLE}.apps.test`;
const PLACE = { namespace: "berth-system", name: `wildcard-${HANDLE}` };
const LABELS = { "hosting.berth.dev/managed": "true", "hosting.berth.dev/cluster": HANDLE };
const ISSUER: WildcardIssuer = { kind: "ClusterIssuer", name: "dns" };

function clusterOf(changes: object = {}): ClusterObject {
  const metadata = { namespace: "org-acme", name: "one", uid: "u-1", generation: 1 };
  const spec = { provider: "hetzner", region: "fsn1", tier: "dedicated", routing: "gateway", namesUnder: "cluster" };
  return { metadata, spec: { ...spec, ...changes }, status: { handle: HANDLE } } as unknown as ClusterObject;
}

type Scene = Readonly<{
  context: ClusterContext;
  client: FakeKubeClient;
  clock: FakeClock;
  warned: string[];
  news: string[];
}>;

function sceneOf(client = new FakeKubeClient(), wildcardIssuer: WildcardIssuer | undefined = ISSUER): Scene {
  const clock = createFakeClock();
  const [warned, news]: [string[], string[]] = [[], []];
  const context = {
    client,
    clock,
    settings: { wildcardIssuer, appsDomain: "apps.test", operatorNamespace: "berth-system" },
    logger: { warn: (message: string) => warned.push(message) },
    wildcards: createWildcardLooks(clock, (handle) => news.push(handle)),
  };
  return { context: context as unknown as ClusterContext, client, clock, warned, news };
}

const isAnswered = (view: WildcardView | undefined): view is Exclude<WildcardView, { kind: "unasked" }> =>
  view !== undefined && view.kind !== "unasked";

/** Looks anew until somebody has answered. */
async function seenBy({ context, clock }: Scene): Promise<WildcardView> {
  context.wildcards.forget(HANDLE);
  await clock.advance(60_000);
  return eventually(async () => {
    const view = lookAtWildcard(context, clusterOf());
    await Promise.resolve();
    if (!isAnswered(view)) throw new Error("not asked yet");
    return view;
  });
}

const broughtBy = ({ context }: Scene): readonly string[] =>
  wantedSecrets(context, clusterOf()).map(({ values }) => values["tls.crt"]?.reveal() ?? "");

describe("The certificate for all names of a cluster", () => {
  let certManager: CertManagerDouble;
  before(async () => {
    certManager = await CertManagerDouble.open();
  });
  after(() => certManager.close());

  /** A scene in which it was asked for. */
  const askedFor = async (scene = sceneOf()): Promise<Scene> => {
    expect(await seenBy(scene)).to.include({ kind: "seen", asked: "absent", secret: "absent" });
    await requestWildcard(scene.context, clusterOf());
    return scene;
  };

  it("is asked for once, in the operator's namespace and nowhere else, for those names alone", async () => {
    const scene = await askedFor();
    const { items } = await scene.client.list<KubeObject>(CERTIFICATES);
    expect(items.map(({ metadata }) => `${metadata.namespace ?? ""}/${metadata.name}`)).to.deep.equal([
      `berth-system/wildcard-${HANDLE}`,
    ]);
    expect(items[0]?.["spec"]).to.deep.equal({
      secretName: PLACE.name,
      secretTemplate: { labels: LABELS },
      dnsNames: [`*.${DOMAIN}`],
      issuerRef: { group: "cert-manager.io", kind: "ClusterIssuer", name: "dns" },
      privateKey: { algorithm: "ECDSA", size: 256, rotationPolicy: "Always" },
    });
    expect(await seenBy(scene)).to.include({ kind: "seen", asked: "current", secret: "absent" });
    expect(broughtBy(scene)).to.deep.equal([]);
  });

  it("is nobody's without the setting, without names of its own, and without a Gateway of ours", async () => {
    expect(lookAtWildcard({ ...sceneOf().context, settings: {} } as ClusterContext, clusterOf())).to.equal(undefined);
    const none = [
      { namesUnder: "platform" },
      { namesUnder: undefined },
      { routing: undefined },
      { routing: "ingress" },
      { tier: "shared" },
      { role: "host" },
      { imported: { isAutopilot: false } },
    ];
    for (const changes of none) {
      const object = clusterOf(changes);
      expect(lookAtWildcard(sceneOf().context, object), JSON.stringify(changes)).to.equal(undefined);
      const scene = sceneOf();
      await requestWildcard(scene.context, object);
      expect((await scene.client.list(CERTIFICATES)).items).to.deep.equal([]);
    }
    expect(lookAtWildcard(sceneOf().context, clusterOf({ routing: "both" }))).to.deep.include({ kind: "unasked" });
  });

  it("is brought as the Gateway's, and anew when it was renewed, and shows itself to nobody", async () => {
    const scene = await askedFor();
    const first = await certManager.issue(scene.client, PLACE);
    expect(await seenBy(scene)).to.deep.include({ asked: "current", secret: "held" });
    const [secret, ...others] = wantedSecrets(scene.context, clusterOf());
    expect(others).to.deep.equal([]);
    expect(secret).to.include({ namespace: "berth-gateway", name: "apps-tls", type: "kubernetes.io/tls" });
    expect(secret?.values["tls.crt"]?.reveal()).to.equal(first.certificate);
    expect(secret?.values["tls.key"]?.reveal()).to.equal(first.key);
    const shown = [secret, lookAtWildcard(scene.context, clusterOf()), scene.context.wildcards];
    for (const one of shown)
      expect(JSON.stringify(one) + inspect(one, { depth: 9, showHidden: true })).not.to.contain("PRIVATE KEY");
    const newsBefore = scene.news.length;
    const second = await certManager.issue(scene.client, PLACE);
    await scene.clock.advance(600_000);
    lookAtWildcard(scene.context, clusterOf());
    await eventually(() => expect(broughtBy(scene)).to.deep.equal([second.certificate]));
    expect(scene.news.length, "a renewal is news").to.equal(newsBefore + 1);
  });

  it("is looked at each minute while it comes, and each ten minutes once it is as it shall be", async () => {
    const scene = await askedFor();
    const asked: string[] = [];
    const { client } = scene;
    const get = client.get.bind(client) as KubeClient["get"];
    const counted: KubeClient["get"] = (type, ref, options) => {
      asked.push(type.kind);
      return get(type, ref, options);
    };
    const context = { ...scene.context, client: Object.assign(client, { get: counted }) };
    const lookAfter = async (ms: number): Promise<number> => {
      await scene.clock.advance(ms);
      const before = asked.length;
      lookAtWildcard(context, clusterOf());
      await eventually(() => expect(asked.length % 2, asked.join(" ")).to.equal(0));
      return asked.length - before;
    };
    await seenBy(scene);
    expect(await lookAfter(60_000), "Certificate and Secret").to.be.above(0);
    await certManager.issue(client, PLACE);
    await seenBy(scene);
    for (const ms of [60_000, 240_000, 240_000]) expect(await lookAfter(ms)).to.equal(0);
    expect(await lookAfter(60_000)).to.equal(2);
  });

  it("is left alone where somebody else has the name, and nothing of it is brought", async () => {
    const theirs = await certManager.sign(`*.${DOMAIN}`);
    const data = { "tls.crt": btoa(theirs.certificate), "tls.key": btoa(theirs.key) };
    const made = { "cert-manager.io/certificate-name": PLACE.name };
    const others = [
      {},
      { annotations: made },
      { labels: { ...LABELS, "hosting.berth.dev/cluster": "two-abcdefghij" }, annotations: made },
      { labels: LABELS },
      { labels: LABELS, annotations: { "cert-manager.io/certificate-name": "another" } },
    ];
    for (const metadata of others) {
      const scene = sceneOf();
      await scene.client.create(SECRETS, { metadata: { ...PLACE, ...metadata }, data }, { fieldManager: "somebody" });
      expect(await seenBy(scene), JSON.stringify(metadata)).to.include({ secret: "taken" });
      expect(broughtBy(scene)).to.deep.equal([]);
    }
    const scene = sceneOf();
    const body = { metadata: PLACE, spec: { dnsNames: ["shop.example.org"], secretName: "shop" } };
    await scene.client.create(CERTIFICATES, body, { fieldManager: "somebody" });
    expect(await seenBy(scene)).to.include({ asked: "taken", certificate: undefined });
  });

  it("is not brought where it speaks for others too, or where the key is another's", async () => {
    const [own, other] = [await certManager.sign(`*.${DOMAIN}`), await certManager.sign(`*.${DOMAIN}`)];
    const wrong = [
      await certManager.sign(`*.${DOMAIN}`, "*.apps.test"),
      await certManager.sign(`*.${DOMAIN}`, "*.two-abcdefghij.apps.test"),
      await certManager.sign("*.two-abcdefghij.apps.test"),
      await certManager.sign(DOMAIN),
      { certificate: own.certificate, key: other.key },
      { certificate: "no certificate", key: own.key },
      { certificate: own.certificate, key: "" },
    ];
    const scene = await askedFor();
    for (const credential of wrong) {
      await certManager.issue(scene.client, PLACE, { credential });
      expect(await seenBy(scene)).to.include({ secret: "wrong" });
      expect(broughtBy(scene)).to.deep.equal([]);
    }
    await certManager.issue(scene.client, PLACE, { credential: await certManager.sign(`*.${DOMAIN}`, DOMAIN) });
    expect(await seenBy(scene), "with the domain itself, as some issuers add it").to.include({ secret: "held" });
  });

  it("is put right where somebody changed it, and where the setting names another issuer", async () => {
    const { client } = await askedFor();
    const body = { spec: { dnsNames: ["*.apps.test"] } };
    await client.patch(CERTIFICATES, PLACE, { kind: "merge", body }, { fieldManager: "somebody" });
    const changed = sceneOf(client);
    expect(await seenBy(changed)).to.include({ asked: "stale" });
    await requestWildcard(changed.context, clusterOf());
    expect(await seenBy(changed)).to.include({ asked: "current" });
    const renamed = sceneOf(client, { kind: "Issuer", name: "dns" });
    expect(await seenBy(renamed)).to.include({ asked: "stale" });
    await requestWildcard(renamed.context, clusterOf());
    const spec = (await client.get(CERTIFICATES, PLACE))?.["spec"];
    expect(spec).to.deep.include({ dnsNames: [`*.${DOMAIN}`] });
    expect(spec).to.have.nested.include({ "issuerRef.kind": "Issuer" });
  });

  it("is not asked for again at once where somebody changes it under our hands", async () => {
    const scene = sceneOf(new ChangingClient({ dnsNames: ["*.example.org"] }));
    await seenBy(scene);
    const news = scene.news.length;
    await requestWildcard(scene.context, clusterOf());
    expect(lookAtWildcard(scene.context, clusterOf()), "until the next look").to.include({ asked: "absent" });
    expect(scene.news.length).to.equal(news);
    expect(await seenBy(scene)).to.include({ asked: "stale" });
  });

  it("is told as impossible without cert-manager or without the right, and a fault is logged and thrown at nobody", async () => {
    for (const [kind, status, reason] of [
      ["unserved", 404, "UnknownPath"],
      ["denied", 403, "Forbidden"],
    ] as const) {
      const onCall = (_verb: string, type: unknown): void => {
        if (type === CERTIFICATES) throw new KubeError("GET", { status, reason });
      };
      const scene = sceneOf(new FakeKubeClient({ onCall }));
      expect(await seenBy(scene)).to.deep.equal({ kind });
      await requestWildcard(scene.context, clusterOf());
      expect(scene.warned).to.have.length(1);
      expect(await observeWildcard(scene.context, clusterOf())).to.deep.equal({ certified: false });
    }
  });

  it("goes with its key when the cluster does, whichever way requests came last, and leaves others' alone", async () => {
    const { context, client } = await askedFor();
    expect(await observeWildcard(context, clusterOf())).to.deep.equal({ certified: true });
    await certManager.issue(client, PLACE);
    await client.delete(CERTIFICATES, PLACE);
    const moved = clusterOf({ routing: "ingress" });
    expect(await observeWildcard(context, moved), "its key is there still").to.deep.equal({ certified: true });
    await withdrawWildcard(context, moved);
    expect(await observeWildcard(context, moved)).to.deep.equal({ certified: false });
    expect(await client.get(SECRETS, PLACE)).to.equal(undefined);
    for (const type of [CERTIFICATES, SECRETS])
      await client.create(type, { metadata: PLACE }, { fieldManager: "somebody" });
    expect(await observeWildcard(context, clusterOf())).to.deep.equal({ certified: false });
    await withdrawWildcard(context, clusterOf());
    expect(await client.get(SECRETS, PLACE)).not.to.equal(undefined);
    expect(await observeWildcard(context, clusterOf({ namesUnder: undefined }))).to.deep.equal({});
    const off = { ...context, settings: { ...context.settings, wildcardIssuer: undefined } };
    expect(await observeWildcard(off, clusterOf())).to.deep.equal({});
  });

  it("goes before its key, which cert-manager would make anew", async () => {
    const deleted: string[] = [];
    const onCall = (verb: string, type: ResourceType | undefined): void =>
      void (verb === "delete" && deleted.push(type?.kind ?? ""));
    const { context, client } = await askedFor(sceneOf(new FakeKubeClient({ onCall })));
    await certManager.issue(client, PLACE);
    await withdrawWildcard(context, clusterOf());
    expect(deleted).to.deep.equal(["Certificate", "Secret"]);
  });

  it("speaks for no other cluster, however its people name theirs", async () => {
    const ids = ["0197c1f0-6265-7274-a868-2d636c690001", "0197c1f0-6265-7274-a868-2d636c690002"] as const;
    const names = ["one", "apps", "apps-test", HANDLE, "berth", "a".repeat(40)];
    const handles = names.flatMap((name) => ids.map((id) => deriveHandle("Cluster", name, id)));
    expect(new Set(handles).size).to.equal(handles.length);
    for (const handle of handles) {
      const { certificate } = await certManager.sign(`*.${handle}.apps.test`);
      const speaksFor = (host: string): boolean => new X509Certificate(certificate).checkHost(host) !== undefined;
      expect(speaksFor(`web-abcdefghij.${handle}.apps.test`), "its own").to.equal(true);
      for (const other of handles.filter((one) => one !== handle))
        for (const host of [`web-abcdefghij.${other}.apps.test`, `${other}.apps.test`, "berth.apps.test"])
          expect(speaksFor(host), `${handle} for ${host}`).to.equal(false);
    }
  });
});
