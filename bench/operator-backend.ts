/**
 * The process behind the operator bench: everything that the operator speaks to, but for the API server and Postgres.
 *
 * 1. `git http-backend` serves the delivery repository;
 * 2. a double of the simulated cloud makes clusters that cost nothing;
 * 3. a double of Argo CD compares, syncs and reports, with the times that the real one was measured with. Like the real
 *    one it reads Applications from its own watch, not one by one.
 */
import { createKubeClient, type KubeClient, type KubeObject } from "../adapters/kubernetes/kube-client.ts";
import { APPLICATIONS } from "../adapters/kubernetes/resource-types.ts";
import { systemClock } from "../operator/runtime/clock.ts";
import { compareVersions, versionOf } from "../operator/runtime/resource-version.ts";
import { ArgoDouble } from "../test/support/argo-double.ts";
import { GitServer } from "../test/support/git-server.ts";
import { startCheapCloud } from "./cheap-cloud.ts";
import { CommittedTree } from "./committed-tree.ts";
import { limitCalls } from "../adapters/passwords/limit-calls.ts";

/** Where the backend's parts are. */
export type Backend = Readonly<{
  git: Readonly<{ url: string; user: string; token: string; branch: string; repository: string }>;
  cloud: Readonly<{ url: string; token: string }>;
}>;

type ArgoClient = Pick<KubeClient, "get" | "list" | "watch" | "create" | "patch">;

/** Argo CD's own poll is off: what moves here was asked for by the operator. */
const NEVER_MS = 2 ** 31 - 1;
const WATCH_SECONDS = 7_200;
/** As many as write at a time: more would only wait in line at an API server that shares two cores with everything else. */
const WRITERS = 10;

function watchedClient(client: KubeClient, tree: CommittedTree): ArgoClient {
  const limited = limitCalls(WRITERS);
  const known = new Map<string, KubeObject>();
  const note = <T extends KubeObject>(object: T): T => {
    const before = known.get(object.metadata.name);
    if (before === undefined || compareVersions(versionOf(object), versionOf(before)) > 0)
      known.set(object.metadata.name, object);
    return object;
  };
  return {
    get: async <T extends KubeObject>(_type: unknown, { name }: Readonly<{ name: string }>) => {
      // A comparison is with the head as it is now.
      await tree.update();
      return known.get(name) as T | undefined;
    },
    list: async (type, options) => {
      const list = await client.list(type, options);
      for (const object of list.items) note(object);
      return list;
    },
    watch: async function* (type, options, signal) {
      // Argo CD goes on where a watch ended; the double lists anew, which would be most of what a platform at rest costs.
      for await (const event of client.watch(type, { ...options, timeoutSeconds: WATCH_SECONDS }, signal)) {
        if (event.type === "DELETED") known.delete(event.object.metadata.name);
        else if (event.type !== "BOOKMARK") note(event.object);
        yield event as never;
      }
    },
    create: async <T extends KubeObject>(...call: Parameters<KubeClient["create"]>) =>
      note(await limited(() => client.create<T>(...call))),
    patch: async <T extends KubeObject>(...call: Parameters<KubeClient["patch"]>) =>
      note(await limited(() => client.patch<T>(...call))),
  };
}

const client = createKubeClient(
  { kubeconfigPath: process.argv[2]! },
  { userAgent: "bench-argocd", responseBytesMax: 64 * 1024 * 1024 },
);
const gitServer = await GitServer.start();
await gitServer.git("config", "gc.auto", "0");
const cloud = await startCheapCloud();
const tree = new CommittedTree(gitServer.repository, gitServer.branch);
const argo = new ArgoDouble({
  client: watchedClient(client, tree),
  tree,
  clock: systemClock,
  namespace: "argocd",
  pollMs: NEVER_MS,
});
await client.list(APPLICATIONS, { namespace: "argocd" });
const stopping = new AbortController();
const running = argo.run(stopping.signal);
const { url, username, token, branch, repository } = gitServer;
process.send?.({
  git: { url, user: username, token, branch, repository },
  cloud: { url: cloud.url, token: cloud.token },
} satisfies Backend);
await new Promise((resolve) => process.once("disconnect", resolve));
stopping.abort();
cloud.close();
await running;
await client.close();
await gitServer.remove();
process.exit();
