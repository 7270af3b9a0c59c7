import { createPrivateKey, X509Certificate } from "node:crypto";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { expect } from "chai";
import { SECRETS, CERTIFICATES } from "../../adapters/kubernetes/resource-types.ts";
import type { KubeObject } from "../../adapters/kubernetes/kube-object.ts";
import { createAddressAsker } from "../../adapters/outgoing/address-asker.ts";
import { createRenewalInfoAsker, type RenewalInfo } from "../../adapters/outgoing/renewal-info.ts";
import { lookAtWildcard, requestWildcard, wildcardSecret } from "../../operator/controllers/cluster/wildcard.ts";
import type { DeploymentStatus } from "../../contract/resources/deployment.ts";
import type { DeploymentContext } from "../../operator/controllers/deployment/context.ts";
import { askForCertificate } from "../../operator/controllers/deployment/renew-certificate.ts";
import { IssuerWishLooks } from "../../operator/controllers/deployment/issuer-wish-looks.ts";
import { decideRenewal, type RenewalTold } from "../../operator/machines/deployment/certificate-renewal.ts";
import type { DeploymentObject } from "../../operator/resources/objects.ts";
import { isRevoked, revokeCertificate } from "../support/last-mile/revoke-certificate.ts";
import { readCertificate, type Certificate } from "../../operator/controllers/deployment/read-certificate.ts";
import { PlatformSecrets } from "../../operator/delivery/platform-secrets.ts";
import { certificateCondition } from "../../operator/machines/deployment/domain-certificate.ts";
import { deriveDeploymentValues } from "../../render/deployment/deployment-values.ts";
import { formatYaml } from "../../render/text/yaml-text.ts";
import { domainCertificateName } from "../../render/custom-domain.ts";
import { GATEWAY_CERTIFICATE } from "../../render/charts/gateway-names.ts";
import { applyAll } from "../support/apply-all.ts";
import { deploymentInput } from "../support/deployment-input.ts";
import { createFakeClock } from "../support/fake-clock.ts";
import { renderRelease, WORKLOAD_CHART } from "../support/helm.ts";
import {
  BRIEF_ISSUER,
  CLUSTER_ISSUER,
  clusterOf,
  inTime,
  LastMileScene,
  look,
  OWN,
} from "../support/last-mile/last-mile-scene.ts";
import { skipWithoutLastMile } from "../support/last-mile/programs.ts";
import { listen } from "../support/listen.ts";

const HANDLE = "one-abcdefghij";
const SHOP = "shop-abcdefghij";
const BRIEF = "brief-abcdefghij";
const DAY_MS = 86_400_000;

/** What becomes of certificates in time, by the real cert-manager with its clock set ahead. */
describe("The life of a certificate by the real programs", function () {
  this.timeout(15 * 60_000);
  let scene: LastMileScene;
  const wildcard = { namespace: OWN, name: `wildcard-${HANDLE}` };
  const early = { namespace: OWN, name: "early" };
  const own = (handle: string) => ({ namespace: handle, name: domainCertificateName(handle) });
  const domainOf = (handle: string): string => `${handle.split("-")[0]}.own.test`;

  before(async function () {
    await skipWithoutLastMile(this);
    scene = await LastMileScene.start({ handles: [HANDLE, "early"] });
  });
  after(() => (scene as LastMileScene | undefined)?.stop());

  const secretOf = async (ref: typeof early): Promise<{ certificate: string; key: string }> => {
    const secret = await scene.client.get<KubeObject & { data: Record<string, string> }>(SECRETS, ref);
    const read = (member: string): string =>
      Buffer.from(secret?.data[member] ?? expect.fail(`no ${ref.name}`), "base64").toString();
    return { certificate: read("tls.crt"), key: read("tls.key") };
  };
  const parsed = async (ref: typeof early): Promise<X509Certificate> =>
    new X509Certificate((await secretOf(ref)).certificate);
  /** What a stranger finds who asks a server that has what lies in a Secret now. */
  const askStranger = async (handle: string): Promise<object> => {
    const { certificate: cert, key } = await secretOf(own(handle));
    const server = createServer({ cert, key }, (_asked, answer) => answer.end());
    await listen(server);
    try {
      const { port } = server.address() as AddressInfo;
      const front = { address: "127.0.0.1", port };
      const ca = scene.acme.root;
      const ask = createAddressAsker({ resolve: () => Promise.resolve([]), allowed: [], denied: [], front, ca });
      return await ask({ url: `https://${domainOf(handle)}`, path: "/" });
    } finally {
      await new Promise((resolve) => server.close(resolve));
    }
  };
  const statusOf = async (ref: typeof early) => {
    const found = await scene.client.get<Certificate & { status?: { revision?: number } }>(CERTIFICATES, ref);
    return found?.status ?? {};
  };
  const issued = (ref: typeof early, revision: number) =>
    inTime(async () => {
      const status = await statusOf(ref);
      const { conditions = [], renewalTime, notAfter, revision: reached = 0 } = status;
      const text = JSON.stringify(status);
      expect(conditions.find(({ type }) => type === "Ready")?.status, text).to.equal("True");
      expect(
        conditions.some(({ type, status }) => type === "Issuing" && status === "True"),
        text,
      ).to.equal(false);
      expect(reached, text).to.be.at.least(revision);
      const { serialNumber, validTo } = await parsed(ref);
      expect(Date.parse(validTo), "the status is of the Secret").to.equal(Date.parse(notAfter ?? ""));
      return { revision: reached, serialNumber, renewalMs: Date.parse(renewalTime ?? ""), endMs: Date.parse(validTo) };
    });

  /** As the chart has it, of which cert-manager follows the Ingress. */
  async function route(handle: string, clusterIssuer: string): Promise<void> {
    const input = deploymentInput({ customDomain: domainOf(handle), containerPort: 8080 });
    const platform = { ...input.platform, appsDomain: "own.test", clusterIssuer };
    const values = deriveDeploymentValues({ ...input, handle, platform });
    const objects = await renderRelease(WORKLOAD_CHART, formatYaml(values), { name: handle, namespace: handle });
    const placed = objects
      .filter(({ kind }) => kind === "Ingress")
      .map((one) => ({ ...one, metadata: { ...one.metadata, namespace: handle } }));
    expect(placed).to.have.length(1);
    await applyAll(scene.client, [{ apiVersion: "v1", kind: "Namespace", metadata: { name: handle } }, ...placed]);
  }

  /** What Berth says of an own domain, at a time. */
  async function told(handle: string, nowMs: number): Promise<string> {
    const place = { client: scene.client, ...own(handle) };
    const certificate = await readCertificate(place, { domain: domainOf(handle), isIssued: true });
    const seen = { domain: domainOf(handle), certificate, isActive: true };
    const { status, reason, message } = certificateCondition(seen, undefined, nowMs);
    return `${status} ${reason}: ${message}`;
  }

  it("has it renewed at its time and not before, and the cluster gets the newer one", async () => {
    const clock = createFakeClock();
    const [context, cluster] = [scene.context(clock), clusterOf(HANDLE)];
    const secrets = new PlatformSecrets(clock, { warn: () => undefined } as never);
    await requestWildcard(context, cluster);
    await route(SHOP, CLUSTER_ISSUER);
    // It wants to be renewed a day sooner than others are.
    const spec = {
      secretName: early.name,
      dnsNames: ["early.own.test"],
      renewBefore: `${31 * 24}h`,
      issuerRef: { name: CLUSTER_ISSUER, kind: "ClusterIssuer", group: CERTIFICATES.group },
    };
    const sooner = { apiVersion: "cert-manager.io/v1", kind: "Certificate", metadata: early, spec };
    await applyAll(scene.client, [sooner]);
    const [first, firstOwn, firstEarly] = await Promise.all([
      issued(wildcard, 1),
      issued(own(SHOP), 1),
      issued(early, 1),
    ]);
    for (const one of [first, firstOwn]) {
      expect((one.endMs - one.renewalMs) / DAY_MS).to.be.closeTo(30, 0.001);
      expect((one.endMs - Date.now()) / DAY_MS).to.be.closeTo(90, 0.1);
    }
    const bring = async (): Promise<string> => {
      await look(() => lookAtWildcard(context, cluster));
      const secret = wildcardSecret(context, cluster) ?? expect.fail("nothing to bring");
      if (secrets.view(HANDLE, [secret]) !== "current") await secrets.push(HANDLE, scene.client, [secret]);
      return (await parsed(GATEWAY_CERTIFICATE)).serialNumber;
    };
    await inTime(async () => {
      await clock.advance(60_000);
      expect(await bring(), "brought").to.equal(first.serialNumber);
    });

    await scene.setClockAhead(firstEarly.renewalMs + 1_000 - Date.now());
    // The authority has the machine's time: by the clock that is ahead what it signs is sixty days old, and soon due once more.
    await inTime(async () => expect((await statusOf(early)).revision).to.be.at.least(2));
    await scene.client.delete(CERTIFICATES, early);
    for (const [ref, before] of [
      [wildcard, first],
      [own(SHOP), firstOwn],
    ] as const)
      expect(await issued(ref, 1), ref.name).to.include({ revision: 1, serialNumber: before.serialNumber });

    await scene.setClockAhead(Math.max(first.renewalMs, firstOwn.renewalMs) + 1_000 - Date.now());
    const [second, secondOwn] = await Promise.all([issued(wildcard, 2), issued(own(SHOP), 2)]);
    await scene.setClockAhead(0);
    expect(second.serialNumber).to.not.equal(first.serialNumber);
    expect(secondOwn.serialNumber).to.not.equal(firstOwn.serialNumber);
    expect(await bring(), "what is as it shall be is looked at each ten minutes").to.equal(first.serialNumber);
    await clock.advance(10 * 60_000);
    await inTime(async () => expect(await bring()).to.equal((await parsed(wildcard)).serialNumber));
    expect(scene.warned).to.deep.equal([]);
  });

  /** Passes of an operator over the domain of SHOP; what it has asked cert-manager to replace stands beside. */
  function operatorOf(asked: Readonly<{ requestedAt?: string; wishes?: IssuerWishLooks }>) {
    const replaced: (string | undefined)[] = [];
    let told: RenewalTold = { memory: undefined, condition: undefined };
    const context = {
      tenants: { client: () => scene.client },
      caches: { clusters: { get: () => clusterOf(HANDLE) } },
      clock: createFakeClock(Date.now()),
      logger: { warn: (...all: unknown[]) => scene.warned.push(all) },
      domains: { forget: () => undefined },
    } as unknown as DeploymentContext;
    const pass = async (): Promise<string> => {
      const place = { client: scene.client, ...own(SHOP) };
      const domain = domainOf(SHOP);
      const certificate = await readCertificate(place, { domain, isIssued: true, withSerial: true });
      const wish = asked.wishes?.look({ handle: SHOP, certificate: place });
      const decided = decideRenewal({ requestedAt: asked.requestedAt, domain, certificate, wish }, told, Date.now());
      if (decided === undefined) return "nothing";
      const { memory, condition, due } = decided;
      told = { memory, condition };
      const status: DeploymentStatus = { handle: SHOP, certificateRenewal: memory };
      const object = { metadata: { name: SHOP, namespace: "org-acme" }, spec: { cluster: HANDLE }, status };
      if (due) replaced.push(memory?.replaces);
      if (due) await askForCertificate(context, object as unknown as DeploymentObject);
      return `${condition.status} ${condition.reason} ${condition.message}`;
    };
    return { pass, replaced };
  }

  async function isReplaced(before: X509Certificate): Promise<void> {
    const { certificate, key } = await secretOf(own(SHOP));
    const after = new X509Certificate(certificate);
    expect(await isRevoked(scene.acme, after)).to.equal(false);
    expect(after.checkPrivateKey(createPrivateKey(key))).to.equal(true);
    expect(after.publicKey.equals(before.publicKey), "another key").to.equal(false);
  }

  it("is made anew when somebody asks for it", async () => {
    const before = await parsed(own(SHOP));
    const { pass, replaced } = operatorOf({ requestedAt: new Date().toISOString() });
    expect(await pass()).to.equal("False Renewing ");
    await inTime(async () => expect(await pass()).to.match(/^True Renewed Another one is there/));
    expect(replaced, "once").to.deep.equal([before.serialNumber]);
    await isReplaced(before);
    expect(scene.warned).to.deep.equal([]);
  });

  it("is made anew by itself once its issuer has revoked it, and not before", async () => {
    const before = await parsed(own(SHOP));
    const clock = createFakeClock();
    const ca = Buffer.from(scene.acme.caBundle, "base64").toString();
    const ask = createRenewalInfoAsker({ directory: scene.acme.url, ca });
    const answers: RenewalInfo[] = [];
    const askRenewalInfo = async (id: string): Promise<RenewalInfo> => {
      const answer = await ask(id);
      answers.push(answer);
      return answer;
    };
    const wishes = new IssuerWishLooks({ clusterIssuer: CLUSTER_ISSUER, askRenewalInfo }, clock);
    const { pass, replaced } = operatorOf({ wishes });
    expect(await pass()).to.equal("nothing");
    await clock.advance(3_600_000);
    await inTime(async () => expect([await pass(), answers.length]).to.deep.equal(["nothing", 1]));

    await revokeCertificate(scene.acme, await secretOf(own(SHOP)));
    expect(await isRevoked(scene.acme, before)).to.equal(true);
    // Who asks by TLS alone sees nothing of it, nor does cert-manager.
    expect(await told(SHOP, Date.now())).to.match(/^True Issued/);
    expect(await askStranger(SHOP)).to.include({ kind: "answered", status: 200 });
    expect(await pass()).to.equal("nothing");

    await clock.advance(7 * 3_600_000);
    const said = `Its issuer wished the certificate ${before.serialNumber} replaced before its time`;
    await inTime(async () => expect(await pass()).to.include(`False Renewing ${said}`));
    await inTime(async () => expect(await pass()).to.include(`True Renewed ${said}`));
    expect(replaced, "once").to.deep.equal([before.serialNumber]);
    await isReplaced(before);
    expect(scene.warned).to.deep.equal([]);
  });

  it("is told of when it was not renewed, and when it has ended", async () => {
    await route(BRIEF, BRIEF_ISSUER);
    await issued(own(BRIEF), 1);
    await scene.acme.process.kill();
    await inTime(async () => expect(await told(BRIEF, Date.now())).to.match(/^False Expired: .*It ended at /));
    const { endMs, renewalMs } = await issuedOnce(own(SHOP));
    const soonMs = endMs - 0.69 * (endMs - renewalMs);
    expect(await told(SHOP, soonMs - DAY_MS)).to.match(/^True Issued/);
    expect(await told(SHOP, soonMs)).to.match(/^False ExpiresSoon: It ends at .* and was not renewed/);
    expect(await told(SHOP, endMs + 1)).to.match(/^False Expired: It ended at /);
  });

  async function issuedOnce(ref: typeof early): Promise<{ endMs: number; renewalMs: number }> {
    const found = await scene.client.get<Certificate>(CERTIFICATES, ref);
    const { notAfter = "", renewalTime = "" } = found?.status ?? {};
    return { endMs: Date.parse(notAfter), renewalMs: Date.parse(renewalTime) };
  }

  it("has a stranger told of the end by the link that fails", async () => {
    const expired = { kind: "failed", link: "TlsInvalid", detail: "it has expired" };
    expect(await askStranger(BRIEF)).to.include(expired);
    expect(await askStranger(SHOP), "a known good").to.include({ kind: "answered", status: 200 });
  });
});
