import { mkdtemp, rm } from "node:fs/promises";
import { X509Certificate } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { CERTIFICATES, CLUSTERS, DEPLOYMENTS, SECRETS } from "../../adapters/kubernetes/resource-types.ts";
import type { KubeObject } from "../../adapters/kubernetes/kube-object.ts";
import { Authority } from "../../local/nodes/authority.ts";
import type { Certificate } from "../../operator/controllers/deployment/read-certificate.ts";
import { domainCertificateName, domainRecordName, domainRecordValue } from "../../render/custom-domain.ts";
import type { FakeKubeClient } from "../support/fake-kube-client.ts";
import { statusOf } from "./stories/image-story.ts";
import { assertSameAfterCrashes, play } from "./world/play.ts";
import { change, create, rests } from "./world/story.ts";
import { ORGANIZATION, type World } from "./world/world.ts";

const DOMAIN = "shop.example.com";
const READY = { type: "Ready", status: "True", reason: "Ready", message: "" };
const FAILED = { type: "Issuing", status: "False", reason: "Failed", message: "too many certificates" };
const END = "2126-01-01T00:00:00Z";
const BY = { fieldManager: "cert-manager" } as const;

/** Certificates that were made before: what a run comes to must not depend on which they are. */
let pool: readonly string[] = [];

/** What cert-manager does of a Certificate, one look at a time; it fails as often as it is told. */
class Issuer {
  attempts = 0;
  fails = 0;
  readonly #client: FakeKubeClient;
  readonly #ref: Readonly<{ namespace: string; name: string }>;

  constructor(client: FakeKubeClient, ref: Issuer["ref"]) {
    this.#client = client;
    this.#ref = ref;
  }

  get ref(): Readonly<{ namespace: string; name: string }> {
    return this.#ref;
  }

  async begin(): Promise<void> {
    const status = { conditions: [READY], notAfter: END };
    await this.#client.create(CERTIFICATES, { metadata: this.#ref, status } as KubeObject, BY);
    await this.#client.create(SECRETS, { metadata: this.#ref, data: this.#data(0) } as KubeObject, BY);
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
    return { "tls.crt": Buffer.from(pool[index] ?? expect.fail("asked for too often")).toString("base64") };
  }

  async #write(type: typeof SECRETS, body: object): Promise<void> {
    await this.#client.patch(type, this.#ref, { kind: "merge", body }, BY);
  }
}

async function begin(world: World): Promise<Issuer> {
  await create(world, CLUSTERS, "one", { provider: "local", region: "local-1", tier: "shared" });
  world.txtRecords.set(domainRecordName(DOMAIN), [domainRecordValue(ORGANIZATION)]);
  const spec = { cluster: "one", appType: "web_app", dockerImage: "nginx:1.29", customDomain: DOMAIN };
  await create(world, DEPLOYMENTS, "web", spec);
  await rests(world, DEPLOYMENTS, "web", "running");
  const { handle = "" } = await statusOf(world, "web");
  const [cluster = ""] = world.tenantHandles();
  const client = world.tenant(cluster) as FakeKubeClient;
  const issuer = new Issuer(client, { namespace: handle, name: domainCertificateName(handle) });
  await issuer.begin();
  await says(world, issuer, "CertificateReady", "Issued");
  return issuer;
}

async function says(world: World, issuer: Issuer, type: string, reason: string): Promise<void> {
  await world.until(async () => {
    await issuer.work(world.clock.nowMs());
    const { conditions = [] } = await statusOf(world, "web");
    expect(conditions.find((one) => one.type === type)?.reason, JSON.stringify(conditions)).to.equal(reason);
  });
}

const ask = (world: World, certificateRequestedAt: string): Promise<void> =>
  change(world, DEPLOYMENTS, "web", { certificateRequestedAt });

/** Another certificate is asked for twice, the second time once the first one is there. */
async function renewTwice(world: World): Promise<object> {
  const issuer = await begin(world);
  world.setUpEffects = world.effects.length;
  const serials: string[] = [];
  for (const at of ["2026-11-20T10:00:00Z", "2026-11-20T11:00:00Z"]) {
    await ask(world, at);
    await world.until(async () => {
      await issuer.work(world.clock.nowMs());
      const { certificateRenewal } = await statusOf(world, "web");
      expect(certificateRenewal?.requestedAt).to.equal(at);
    });
    await says(world, issuer, "CertificateRenewed", "Renewed");
    serials.push(await issuer.serial());
  }
  await world.clock.advance(15 * 60_000);
  await issuer.work(world.clock.nowMs());
  await rests(world, DEPLOYMENTS, "web", "running");
  return { attempts: issuer.attempts, serials };
}

describe("Certificates that are asked for anew in a simulated world", function () {
  this.timeout(900_000);

  before(async () => {
    const dir = await mkdtemp(join(tmpdir(), "berth-asked-anew-"));
    const authority = await Authority.open(dir);
    const issue = async () => (await authority.issue({ commonName: "shop", names: [DOMAIN] })).certificate;
    pool = [await issue(), await issue(), await issue(), await issue()];
    await rm(dir, { recursive: true, force: true });
  });

  it("are made once for each request, whatever the operator dies of", async () => {
    const calm = await play(renewTwice);
    const serials = pool.slice(1, 3).map((pem) => new X509Certificate(pem).serialNumber);
    expect(calm.result).to.deep.equal({ attempts: 2, serials });
    await assertSameAfterCrashes(renewTwice, calm);
  });

  it("are made once with late observations, conflicts and pushes that fail", async () => {
    for (const disturbance of [{ staleMs: 2_000 }, { conflicts: 0.3 }, { pushFaults: 0.4, lost: 0.05 }]) {
      const { result } = await play(renewTwice, { seed: 11, disturbance });
      expect(result, JSON.stringify(disturbance)).to.include({ attempts: 2 });
    }
  });

  it("are tried again after a failure as late as cert-manager would, and no sooner", async () => {
    await play(async (world) => {
      const issuer = await begin(world);
      issuer.fails = 2;
      await ask(world, "2026-11-20T10:00:00Z");
      await says(world, issuer, "CertificateRenewed", "Failed");
      for (const [minutes, attempts] of [
        [50, 1],
        [70, 2],
        [50, 2],
      ] as const) {
        for (let minute = 0; minute < minutes; minute += 1) {
          await world.clock.advance(60_000);
          await issuer.work(world.clock.nowMs());
        }
        expect(issuer.attempts, `after ${minutes} minutes more`).to.equal(attempts);
      }
      await says(world, issuer, "CertificateRenewed", "Renewed");
      expect(issuer.attempts).to.equal(3);
    });
  });
});
