import { X509Certificate } from "node:crypto";
import { expect } from "chai";
import type { RenewalInfo } from "../../adapters/outgoing/renewal-info.ts";
import { DEPLOYMENTS } from "../../adapters/kubernetes/resource-types.ts";
import { certificateId } from "../../operator/controllers/deployment/certificate-id.ts";
import { issueCertificate } from "../support/issued-certificate.ts";
import { isFull } from "../support/seeded-random.ts";
import { beginCertified, CLUSTER_ISSUER, DOMAIN, type Issuer } from "./stories/certificate-story.ts";
import { assertSameAfterCrashes, play } from "./world/play.ts";
import { spoiledWorld } from "./world/spoiled-world.ts";
import { rests } from "./world/story.ts";
import type { World } from "./world/world.ts";
import { deploymentStatus } from "./world/status-of.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const CERTIFICATES_MAX = 20;

/** What the authority says of one certificate, by its id there, at a time. */
type Says = (certificateId: string, nowMs: number) => RenewalInfo;
/** As of one that was revoked. */
const past: Says = (_id, nowMs) => ({
  kind: "told",
  startMs: nowMs - HOUR_MS,
  endMs: nowMs - HOUR_MS + 1,
  retryAfterMs: 0,
});
const never: Says = () => ({ kind: "told", startMs: 8.64e15 - 1, endMs: 8.64e15, retryAfterMs: 0 });

let pool: string[] = [];
const serialOf = (index: number): string => new X509Certificate(pool[index] ?? expect.fail("none")).serialNumber;
const idOf = (index: number): string | undefined => certificateId(new X509Certificate(pool[index] ?? ""));

/** Has the operator start anew with an authority to ask; how often it was asked tells the authority itself. */
async function beginAsked(world: World, says: Says): Promise<{ issuer: Issuer; asked: string[] }> {
  const issuer = await beginCertified(world, pool);
  const asked: string[] = [];
  world.authority = {
    clusterIssuer: CLUSTER_ISSUER,
    askRenewalInfo: async (id) => {
      asked.push(id);
      return Promise.resolve(says(id, world.clock.nowMs()));
    },
  };
  world.kill();
  await world.startOperator();
  await rests(world, DEPLOYMENTS, "web", "running");
  world.setUpEffects = world.effects.length;
  return { issuer, asked };
}

/** Lets hours pass; cert-manager looks every few minutes. */
async function pass(world: World, issuer: Issuer, hours: number): Promise<void> {
  for (let minutes = 0; minutes < hours * 60; minutes += 5) {
    await world.clock.advance(5 * MINUTE_MS);
    await issuer.work(world.clock.nowMs());
  }
}

async function renewed(world: World): Promise<string> {
  const { conditions = [] } = await deploymentStatus(world, "web");
  const { status, reason, message } = conditions.find(({ type }) => type === "CertificateRenewed") ?? {};
  return `${status} ${reason}: ${message}`;
}

/** The first certificate is revoked, and none after it. */
async function revokeOnce(world: World): Promise<object> {
  const says: Says = (id, nowMs) => (id === idOf(0) ? past(id, nowMs) : never(id, nowMs));
  const { issuer } = await beginAsked(world, says);
  await pass(world, issuer, 4);
  await rests(world, DEPLOYMENTS, "web", "running");
  const { certificateRenewal } = await deploymentStatus(world, "web");
  return {
    attempts: issuer.attempts,
    serial: await issuer.serial(),
    replaced: [certificateRenewal?.replaces, certificateRenewal?.wished?.serial, certificateRenewal?.requestedAt],
    told: await renewed(world),
  };
}

/** An authority that wishes away whatever it has given. */
const wishForEver =
  (hours: number) =>
  async (world: World): Promise<{ attempts: number; asked: number }> => {
    const { issuer, asked } = await beginAsked(world, past);
    await pass(world, issuer, hours);
    return { attempts: issuer.attempts, asked: asked.length };
  };

describe("Certificates whose issuer wishes them replaced in a simulated world", function () {
  this.timeout(900_000);

  before(async () => {
    pool = await Promise.all(Array.from({ length: CERTIFICATES_MAX }, () => issueCertificate(DOMAIN)));
  });

  it("are replaced once, whatever the operator dies of, and it is told", async () => {
    const calm = await play(revokeOnce);
    expect(calm.result).to.deep.equal({
      attempts: 1,
      serial: serialOf(1),
      replaced: [serialOf(0), serialOf(0), undefined],
      told: `True Renewed: Its issuer wished the certificate ${serialOf(0)} replaced before its time, as when one is or will be revoked. Another one is there: ${serialOf(1)}`,
    });
    await assertSameAfterCrashes(revokeOnce, calm);
  });

  it("are replaced once with late observations, conflicts and pushes that fail", async () => {
    for (const disturbance of [{ staleMs: 2_000 }, { conflicts: 0.3 }, { pushFaults: 0.4, lost: 0.05 }]) {
      const { result } = await play(revokeOnce, { seed: 11, disturbance });
      expect(result, JSON.stringify(disturbance)).to.include({ attempts: 1 });
    }
  });

  it("are replaced every other day for an issuer that wishes for ever", async () => {
    const [hours, attempts] = isFull ? [52, 2] : [12, 1];
    const { result } = await play(wishForEver(hours));
    expect(result.attempts).to.equal(attempts);
    expect(result.asked, "at most about once an hour").to.be.within(hours / 2, 1.2 * hours);
    const file = "operator/machines/deployment/issuer-wish.ts";
    const edits = [{ code: "const BETWEEN_MS = 48 * HOUR_MS;", instead: "const BETWEEN_MS = 0;" }];
    const bad = await play(wishForEver(12), { seed: 1 }, await spoiledWorld({ file, edits }));
    expect(bad.result.attempts, "a known bad").to.be.above(5);
  });

  const harmless: [string, Says][] = [
    ["has nothing to say", () => ({ kind: "unoffered" })],
    ["means a time that never comes", never],
    ["means all of time", () => ({ kind: "told", startMs: -8.64e15, endMs: 8.64e15, retryAfterMs: 0 })],
    ["does not answer", () => expect.fail("no answer")],
  ];
  for (const [what, says] of harmless)
    it(`cost no write where the issuer ${what}`, async () => {
      await play(async (world) => {
        const { issuer, asked } = await beginAsked(world, says);
        await pass(world, issuer, 2);
        const effects = world.effects.length;
        await pass(world, issuer, 8);
        expect(asked, "it was asked").to.not.have.length(0);
        expect([issuer.attempts, await renewed(world)]).to.deep.equal([0, "undefined undefined: undefined"]);
        expect(world.effects.slice(effects).filter((effect) => /deployments/i.test(effect))).to.deep.equal([]);
      });
    });
});
