/*
 * What cert-manager does for the own domain of one deployment in a simulated world, and the story's begin.
 */
import { X509Certificate } from "node:crypto";
import { expect } from "chai";
import { CERTIFICATES, CLUSTERS, DEPLOYMENTS, SECRETS } from "../../../adapters/kubernetes/resource-types.ts";
import type { KubeObject } from "../../../adapters/kubernetes/kube-object.ts";
import type { Certificate } from "../../../operator/controllers/deployment/read-certificate.ts";
import { domainCertificateName, domainRecordName, domainRecordValue } from "../../../render/custom-domain.ts";
import type { FakeKubeClient } from "../../support/fake-kube-client.ts";
import { givenBy } from "../../support/issued-certificate.ts";
import { create, rests } from "../world/story.ts";
import { ORGANIZATION, type World } from "../world/world.ts";
import { deploymentStatus } from "../world/status-of.ts";

/** The own domain. */
export const DOMAIN = "shop.example.com";
/** The ClusterIssuer that gives its certificates. */
export const CLUSTER_ISSUER = "berth";

const READY = { type: "Ready", status: "True", reason: "Ready", message: "" };
const FAILED = { type: "Issuing", status: "False", reason: "Failed", message: "too many certificates" };
const END = "2126-01-01T00:00:00Z";
const BY = { fieldManager: "cert-manager" } as const;

/** What cert-manager does of a Certificate, one look at a time; it fails as often as it is told. */
export class Issuer {
  attempts = 0;
  fails = 0;
  readonly #client: FakeKubeClient;
  readonly #ref: Readonly<{ namespace: string; name: string }>;
  /** Certificates that were made before: what a run comes to must not depend on which they are. */
  readonly #pool: readonly string[];

  constructor(client: FakeKubeClient, ref: Issuer["ref"], pool: readonly string[]) {
    this.#client = client;
    this.#ref = ref;
    this.#pool = pool;
  }

  get ref(): Readonly<{ namespace: string; name: string }> {
    return this.#ref;
  }

  async begin(): Promise<void> {
    const status = { conditions: [READY], notAfter: END };
    await this.#client.create(CERTIFICATES, { metadata: this.#ref, status } as KubeObject, BY);
    const metadata = { ...this.#ref, annotations: givenBy(CLUSTER_ISSUER) };
    await this.#client.create(SECRETS, { metadata, data: this.#data(0) } as KubeObject, BY);
  }

  async work(nowMs: number): Promise<void> {
    const found = await this.#client.get<Certificate>(CERTIFICATES, this.#ref);
    if (found?.status?.conditions?.some(({ type, status }) => type === "Issuing" && status === "True") !== true) return;
    this.attempts += 1;
    const isFailing = this.attempts <= this.fails;
    const failure = { lastFailureTime: new Date(nowMs).toISOString(), failedIssuanceAttempts: this.attempts };
    if (!isFailing) await this.#write(SECRETS, { data: this.#data(this.attempts - this.fails) });
    const conditions = isFailing ? [READY, FAILED] : [READY];
    const gone = { lastFailureTime: null, failedIssuanceAttempts: null };
    await this.#write(CERTIFICATES, { status: { ...(isFailing ? failure : gone), conditions } });
  }

  async serial(): Promise<string> {
    const secret = await this.#client.get<KubeObject & { data: Record<string, string> }>(SECRETS, this.#ref);
    return new X509Certificate(Buffer.from(secret?.data["tls.crt"] ?? "", "base64")).serialNumber;
  }

  #data(index: number): Record<string, string> {
    return { "tls.crt": Buffer.from(this.#pool[index] ?? expect.fail("asked for too often")).toString("base64") };
  }

  async #write(type: typeof SECRETS, body: object): Promise<void> {
    await this.#client.patch(type, this.#ref, { kind: "merge", body }, BY);
  }
}

/** Has a deployment with an own domain that is active and certified. */
export async function beginCertified(world: World, pool: readonly string[]): Promise<Issuer> {
  await create(world, CLUSTERS, "one", { provider: "local", region: "local-1", tier: "shared" });
  world.txtRecords.set(domainRecordName(DOMAIN), [domainRecordValue(ORGANIZATION)]);
  const spec = { cluster: "one", appType: "web_app", dockerImage: "nginx:1.29", customDomain: DOMAIN };
  await create(world, DEPLOYMENTS, "web", spec);
  await rests(world, DEPLOYMENTS, "web", "running");
  const { handle = "" } = await deploymentStatus(world, "web");
  const [cluster = ""] = world.tenantHandles();
  const client = world.tenant(cluster) as FakeKubeClient;
  const issuer = new Issuer(client, { namespace: handle, name: domainCertificateName(handle) }, pool);
  await issuer.begin();
  await says(world, issuer, "CertificateReady", "Issued");
  return issuer;
}

/** Waits until a condition of the deployment has a reason. */
export async function says(world: World, issuer: Issuer, type: string, reason: string): Promise<void> {
  await world.until(async () => {
    await issuer.work(world.clock.nowMs());
    const { conditions = [] } = await deploymentStatus(world, "web");
    expect(conditions.find((one) => one.type === type)?.reason, JSON.stringify(conditions)).to.equal(reason);
  });
}
