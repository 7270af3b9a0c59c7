import { expect } from "chai";
import type { KubeObject } from "../../../../adapters/kubernetes/kube-object.ts";
import { SECRETS } from "../../../../adapters/kubernetes/resource-types.ts";
import type { ClusterSpec } from "../../../../contract/resources/cluster.ts";
import type { BackupStore } from "../../../../contract/store-settings.ts";
import { createBackupKeyLooks } from "../../../../operator/controllers/cluster/backup-keys.ts";
import type { ClusterContext } from "../../../../operator/controllers/cluster/context.ts";
import { wantedSecrets } from "../../../../operator/controllers/cluster/platform-secrets.ts";
import type { ClusterObject } from "../../../../operator/resources/objects.ts";
import { createFakeClock, type FakeClock } from "../../../support/fake-clock.ts";
import { FakeKubeClient } from "../../../support/fake-kube-client.ts";

const STORE: BackupStore = { destination: "s3://backups", endpoint: undefined, access: "keys" };
const MINE = "[default]\naws_access_key_id = mine\n";

type Platform = ClusterContext & Readonly<{ client: FakeKubeClient; clock: FakeClock }>;

/** A platform with keys of two clusters beside the operator. */
async function platform(kept: Readonly<{ backups?: BackupStore }> = { backups: STORE }): Promise<Platform> {
  const client = new FakeKubeClient();
  for (const [handle, text] of [
    ["one-abc", MINE],
    ["two-abc", "[default]\naws_access_key_id = theirs\n"],
  ] as const)
    await keep(client, handle, text);
  const clock = createFakeClock();
  const settings = { operatorNamespace: "berth-system", ...kept } as ClusterContext["settings"];
  const backupKeys = createBackupKeyLooks({ clock, settings, onNews: () => undefined });
  return { client, clock, settings, backupKeys } as unknown as Platform;
}

async function keep(client: FakeKubeClient, handle: string, text: string): Promise<void> {
  const metadata = { namespace: "berth-system", name: `berth-backups-${handle}` };
  const object = { metadata, data: { cloud: Buffer.from(text).toString("base64") } } as unknown as KubeObject;
  await client.delete(SECRETS, metadata);
  await client.create(SECRETS, object, { fieldManager: "test" });
}

const cluster = (handle: string, spec: Partial<ClusterSpec> = {}): ClusterObject =>
  ({
    metadata: { namespace: "org-acme", name: handle },
    spec: { provider: "hetzner", region: "fsn1", tier: "dedicated", ...spec },
    status: { handle },
  }) as ClusterObject;

const brought = (context: ClusterContext, object: ClusterObject): readonly string[] =>
  wantedSecrets(context, object).map(
    ({ namespace, name, values }) => `${namespace}/${name} ${values["cloud"]?.reveal()}`,
  );

async function settled(context: ClusterContext, object: ClusterObject): Promise<readonly string[]> {
  brought(context, object);
  await new Promise(setImmediate);
  return brought(context, object);
}

describe("A cluster's own keys for the bucket of backups", () => {
  it("are brought to that cluster alone, and shown nowhere", async () => {
    const context = await platform();
    expect(await settled(context, cluster("one-abc"))).to.deep.equal([`velero/berth-backups ${MINE}`]);
    expect((await settled(context, cluster("two-abc"))).join())
      .to.contain("theirs")
      .and.not.contain("mine");
    expect(await settled(context, cluster("three-abc"))).to.deep.equal([]);
    expect(JSON.stringify(wantedSecrets(context, cluster("one-abc")))).not.to.contain("mine");
  });

  it("are brought anew once they are others", async () => {
    const context = await platform();
    await settled(context, cluster("one-abc"));
    await keep(context.client, "one-abc", "renewed");
    expect(await settled(context, cluster("one-abc")), "a minute long nobody asks").to.deep.equal([
      `velero/berth-backups ${MINE}`,
    ]);
    await context.clock.advance(60_000);
    expect(await settled(context, cluster("one-abc"))).to.deep.equal(["velero/berth-backups renewed"]);
  });

  it("go to no host and no Velero of somebody else's, and to nobody where clusters come by their role or nothing is kept", async () => {
    const context = await platform();
    expect(await settled(context, cluster("one-abc", { role: "host", tier: "production" }))).to.deep.equal([]);
    expect(await settled(context, cluster("one-abc", { tier: "shared" }))).to.deep.equal([]);
    const theirs = cluster("one-abc", { imported: {}, ownComponents: ["velero"] });
    expect(await settled(context, theirs), "a cluster's own Velero").to.deep.equal([]);
    expect(await settled(context, cluster("one-abc", { imported: {}, ownComponents: [] }))).to.have.length(1);
    for (const kept of [{ backups: { ...STORE, access: "role" } as const }, {}])
      expect(await settled(await platform(kept), cluster("one-abc"))).to.deep.equal([]);
  });
});
