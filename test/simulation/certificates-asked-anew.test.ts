import { mkdtemp, rm } from "node:fs/promises";
import { X509Certificate } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { DEPLOYMENTS } from "../../adapters/kubernetes/resource-types.ts";
import { Authority } from "../../local/nodes/authority.ts";
import { beginCertified, DOMAIN, says } from "./stories/certificate-story.ts";
import { assertSameAfterCrashes, play } from "./world/play.ts";
import { change, rests } from "./world/story.ts";
import type { World } from "./world/world.ts";
import { deploymentStatus } from "./world/status-of.ts";

let pool: readonly string[] = [];

const ask = (world: World, certificateRequestedAt: string): Promise<void> =>
  change(world, DEPLOYMENTS, "web", { certificateRequestedAt });

/** Another certificate is asked for twice, the second time once the first one is there. */
async function renewTwice(world: World): Promise<object> {
  const issuer = await beginCertified(world, pool);
  world.setUpEffects = world.effects.length;
  const serials: string[] = [];
  for (const at of ["2026-11-20T10:00:00Z", "2026-11-20T11:00:00Z"]) {
    await ask(world, at);
    await world.until(async () => {
      await issuer.work(world.clock.nowMs());
      const { certificateRenewal } = await deploymentStatus(world, "web");
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
      const issuer = await beginCertified(world, pool);
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
