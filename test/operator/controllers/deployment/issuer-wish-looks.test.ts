import { X509Certificate } from "node:crypto";
import { expect } from "chai";
import { SECRETS } from "../../../../adapters/kubernetes/resource-types.ts";
import type { RenewalInfo } from "../../../../adapters/outgoing/renewal-info.ts";
import { certificateId } from "../../../../operator/controllers/deployment/certificate-id.ts";
import { IssuerWishLooks } from "../../../../operator/controllers/deployment/issuer-wish-looks.ts";
import type { IssuerWish } from "../../../../operator/machines/deployment/issuer-wish.ts";
import { createFakeClock } from "../../../support/fake-clock.ts";
import { FakeKubeClient } from "../../../support/fake-kube-client.ts";
import { givenBy, issueCertificate } from "../../../support/issued-certificate.ts";

const HOUR_MS = 3_600_000;
const TOLD: RenewalInfo = { kind: "told", startMs: 1, endMs: 2, explanationUrl: "https://ca.example.org/why" };

/** Certificates in their Secrets, and an authority that answers when the test says so. */
class Scene {
  readonly clock = createFakeClock();
  readonly client = new FakeKubeClient();
  readonly asked: string[] = [];
  readonly pending: ((answer: RenewalInfo | Error) => void)[] = [];
  readonly looks = new IssuerWishLooks(
    {
      clusterIssuer: "berth",
      askRenewalInfo: (id) =>
        new Promise((resolve, reject) => {
          this.asked.push(id);
          this.pending.push((answer) => (answer instanceof Error ? reject(answer) : resolve(answer)));
        }),
    },
    this.clock,
  );

  async bring(handle: string, pem: string, annotations = givenBy("berth")): Promise<void> {
    const data = { "tls.crt": Buffer.from(pem).toString("base64") };
    const metadata = { namespace: handle, name: "tls", annotations };
    await this.client.create(SECRETS, { metadata, data } as never, { fieldManager: "cert-manager" });
  }

  look(handle: string): IssuerWish | undefined {
    return this.looks.look({ handle, certificate: { client: this.client, namespace: handle, name: "tls" } });
  }

  async lookAfter(handle: string, ms: number): Promise<number> {
    await this.clock.advance(ms);
    this.look(handle);
    await this.clock.advance(0);
    return this.asked.length;
  }

  async answer(answer: RenewalInfo | Error): Promise<void> {
    this.pending.shift()?.(answer);
    await this.clock.advance(0);
  }
}

describe("IssuerWishLooks", () => {
  let [pem, scene] = ["", new Scene()];
  before(async () => (pem = await issueCertificate("shop.example.org")));
  beforeEach(() => (scene = new Scene()));

  it("asks within an hour by the certificate's own id, once, and keeps what was said of it", async () => {
    await scene.bring("a", pem);
    expect(scene.look("a")).to.equal(undefined);
    expect(await scene.lookAfter("a", HOUR_MS)).to.equal(1);
    expect(await scene.lookAfter("a", HOUR_MS), "while it is asked").to.equal(1);
    await scene.answer(TOLD);
    const parsed = new X509Certificate(pem);
    expect(scene.asked).to.deep.equal([certificateId(parsed)]);
    const { share = -1, ...wish } = scene.look("a") ?? {};
    expect(wish).to.deep.equal({
      serial: parsed.serialNumber,
      startMs: 1,
      endMs: 2,
      explanationUrl: "https://ca.example.org/why",
    });
    expect(share).to.be.within(0, 1);
  });

  it("draws the same moment whenever it starts anew", async () => {
    const shares = [scene, new Scene()].map(async (one) => {
      await one.bring("a", pem);
      one.look("a");
      await one.lookAfter("a", HOUR_MS);
      await one.answer(TOLD);
      return one.look("a")?.share;
    });
    const [first, second] = await Promise.all(shares);
    expect(first).to.be.a("number").that.equals(second);
  });

  const again: [string, RenewalInfo | Error, number][] = [
    ["as it was told", { ...TOLD, retryAfterMs: 3 * HOUR_MS } as RenewalInfo, 3],
    ["not sooner than after an hour", { ...TOLD, retryAfterMs: 1 } as RenewalInfo, 1],
    ["not later than after a day", { ...TOLD, retryAfterMs: 400 * HOUR_MS } as RenewalInfo, 24],
    ["after six hours where nothing was told", TOLD, 6],
    ["after six hours where none is offered", { kind: "unoffered" }, 6],
    ["after six hours where nobody answered", new Error("no answer"), 6],
  ];
  for (const [when, answer, hours] of again)
    it(`asks again ${when}`, async () => {
      await scene.bring("a", pem);
      scene.look("a");
      await scene.lookAfter("a", HOUR_MS);
      await scene.answer(answer);
      expect(await scene.lookAfter("a", 0.89 * hours * HOUR_MS)).to.equal(1);
      expect(await scene.lookAfter("a", 0.22 * hours * HOUR_MS)).to.equal(2);
    });

  it("keeps what was said while nobody answers", async () => {
    await scene.bring("a", pem);
    scene.look("a");
    await scene.lookAfter("a", HOUR_MS);
    await scene.answer(TOLD);
    await scene.lookAfter("a", 7 * HOUR_MS);
    await scene.answer(new Error("no answer"));
    expect(scene.look("a")).to.include({ startMs: 1, endMs: 2 });
    scene.looks.forget("a");
    expect(scene.look("a"), "forgotten").to.equal(undefined);
  });

  it("asks nobody about what another issuer has given, or what is no certificate", async () => {
    await scene.bring("other", pem, givenBy("letsencrypt"));
    await scene.bring("brought", pem, {});
    await scene.bring("own", pem, { ...givenBy("berth"), "cert-manager.io/issuer-kind": "Issuer" });
    await scene.bring("spoiled", "no certificate");
    const handles = ["other", "brought", "own", "spoiled", "absent"];
    for (const handle of handles) scene.look(handle);
    for (const handle of handles) expect(await scene.lookAfter(handle, 2 * HOUR_MS), handle).to.equal(0);
    scene.looks.look({ handle: "away", certificate: { client: undefined, namespace: "away", name: "tls" } });
    expect(await scene.lookAfter("away", 2 * HOUR_MS)).to.equal(0);
  });

  it("asks about four at once, and about the others with a later pass", async () => {
    const handles = ["a", "b", "c", "d", "e", "f"];
    for (const handle of handles) await scene.bring(handle, pem);
    for (const handle of handles) scene.look(handle);
    await scene.clock.advance(HOUR_MS);
    for (const handle of handles) await scene.lookAfter(handle, 0);
    expect(scene.asked).to.have.length(4);
    await scene.answer(TOLD);
    for (const handle of handles) await scene.lookAfter(handle, 0);
    expect(scene.asked).to.have.length(5);
  });
});
