import { registerAccount, type BerthClient } from "./berth-client.ts";
import { eventually } from "./eventually.ts";

/** A cluster for every file that does not care which one it uses, with the account that owns it. */
export type StandingCluster = Readonly<{ berth: Account; id: string; name: string }>;

type Account = Awaited<ReturnType<typeof registerAccount>>;
/** What of a new cluster a test chooses. */
export type NewCluster = Readonly<{ tier: string; routing?: string }>;
type Row = Readonly<{ id: string; name: string }>;

/** What each is; of one requests come by Ingress, which new clusters no longer have by themselves. */
const STANDING = {
  harbour: { tier: "shared", routing: "ingress" },
  quay: { tier: "dedicated" },
  pier: { tier: "dedicated" },
} as const;

/** They stand as long as the process's platform: a cluster is an API server, which costs as much as many tests. */
const clusters = new Map<string, Promise<string>>();
let owner: Promise<Account> | undefined;

/** Answers a cluster that runs; it is made when the first file asks for it. */
export async function standingCluster(url: string, name: keyof typeof STANDING): Promise<StandingCluster> {
  owner ??= registerAccount(url);
  const berth = await owner;
  const made = clusters.get(name) ?? createCluster(berth, name, STANDING[name]);
  clusters.set(name, made);
  return { berth, id: await made, name };
}

/** Takes away what a file has left there, and waits until it is gone. */
export async function clearStandingClusters(): Promise<void> {
  const berth = await owner?.catch(() => undefined);
  if (berth === undefined) return;
  const left = async (kind: "deployments" | "databases" | "secrets"): Promise<readonly Row[]> =>
    (await berth.call<Record<string, Row[]>>("GET", `/${kind}?limit=200`)).body[kind] ?? [];
  for (const kind of ["deployments", "databases"] as const) {
    const asked = new Set<string>();
    await eventually(async () => {
      const rows = await left(kind);
      // What a file that failed had begun to make comes after the first look.
      const more = rows.filter(({ id }) => !asked.has(id));
      for (const { id } of more) asked.add(id);
      await Promise.all(more.map(({ id }) => berth.call("DELETE", `/${kind}/${id}`)));
      const names = rows.map(({ name }) => name).join(", ");
      if (names !== "") throw new Error(`The file before has left ${kind} that do not go: ${names}`);
    }, 300_000);
  }
  for (const { name } of await left("secrets")) await berth.call("DELETE", `/secrets/${name}`);
}

/** Creates a cluster and waits until it runs. */
export async function createCluster(berth: BerthClient, name: string, more: NewCluster): Promise<string> {
  const { status, body } = await berth.call<{ id: string; status: string }>("POST", "/clusters?wait=300", {
    name,
    provider: "local",
    region: "local-1",
    ...more,
  });
  if (status !== 200) throw new Error(`cluster: ${status} ${JSON.stringify(body)}`);
  // A slow machine takes longer than an answer may wait.
  return eventually(async () => {
    const { body: shown } = await berth.call<{ status: string }>("GET", `/clusters/${body.id}`);
    if (shown.status !== "running") throw new Error(`cluster: ${JSON.stringify(shown)}`);
    return body.id;
  }, 300_000);
}
