import { expect } from "chai";
import { NAMESPACES, SECRETS } from "../../../adapters/kubernetes/resource-types.ts";
import { SecretText } from "../../../contract/secret-text.ts";
import { PlatformSecrets, type PlatformSecret } from "../../../operator/delivery/platform-secrets.ts";
import { createCapturedLogger } from "../../support/captured-logger.ts";
import { createFakeClock } from "../../support/fake-clock.ts";
import { FakeKubeClient } from "../../support/fake-kube-client.ts";

const secret = (value: string): readonly PlatformSecret[] => [
  { namespace: "cert-manager", name: "berth-acme-binding", type: "Opaque", values: { key: new SecretText(value) } },
];
const REF = { namespace: "cert-manager", name: "berth-acme-binding" };

describe("PlatformSecrets", () => {
  it("brings what is wanted with its namespace, believes it for a while, and brings another value at once", async () => {
    const clock = createFakeClock();
    const secrets = new PlatformSecrets(clock, createCapturedLogger().logger);
    const client = new FakeKubeClient();
    expect(secrets.view("c", [])).to.equal("current");
    expect(secrets.view("c", secret("one"))).to.equal("stale");
    await secrets.push("c", client, secret("one"));
    expect(await client.get(NAMESPACES, { name: "cert-manager" })).not.to.equal(undefined);
    expect(await client.get(SECRETS, REF)).to.deep.include({ data: { key: Buffer.from("one").toString("base64") } });
    expect(secrets.view("c", secret("one"))).to.equal("current");
    expect(secrets.view("c", secret("two"))).to.equal("stale");
    await clock.advance(10 * 60_000);
    expect(secrets.view("c", secret("one")), "somebody may have removed it").to.equal("stale");
  });

  it("holds up nobody where a cluster refuses, says so without the value, and tries again", async () => {
    const clock = createFakeClock();
    const { logger, lines } = createCapturedLogger();
    const secrets = new PlatformSecrets(clock, logger);
    const client = new FakeKubeClient({
      onCall: () => {
        throw new Error("it is closed");
      },
    });
    await secrets.push("c", client, secret("guarded"));
    expect(secrets.view("c", secret("guarded"))).to.equal("failed");
    expect(JSON.stringify(lines)).to.contain("it is closed").and.not.to.contain("guarded");
    await clock.advance(30_000);
    expect(secrets.view("c", secret("guarded"))).to.equal("stale");
  });
});
