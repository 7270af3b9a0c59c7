import { isDeepStrictEqual } from "node:util";
import { parse } from "yaml";
import type { KubeObject } from "../../adapters/kubernetes/kube-object.ts";

/** What each of the four says about deployments at one moment. */
export type Facts = Readonly<{
  resources: readonly (KubeObject &
    Readonly<{ spec: Readonly<Record<string, unknown>>; status?: { handle?: string } }>)[];
  rest: readonly Readonly<Record<string, unknown>>[];
  /** By path, what the branch has below the cluster's folder. */
  git: ReadonlyMap<string, string>;
  applications: readonly (KubeObject & { status?: { sync?: { status?: string; revision?: string } } })[];
  /** Tells whether a folder is the same at a revision as at the head. */
  isCurrent: (revision: string, folder: string) => boolean;
}>;

/** What REST calls differently is in `contract`; these are the members that the edits touch. */
const MEMBERS = [
  ["dockerImage", "docker_image"],
  ["replicas", "replicas"],
  ["memoryRequestMb", "memory_request_mb"],
  ["command", "command"],
] as const;

/** Lists where Git, Argo CD or REST says something else than the resources. */
export function findDisagreements(facts: Facts): string[] {
  const folders = new Map<string, Facts["resources"][number]>();
  for (const resource of facts.resources) folders.set(folderOf(facts, resource), resource);
  const faults = [...folders].flatMap(([folder, resource]) => [
    ...againstRest(facts, folder, resource),
    ...againstGit(facts, folder, resource),
    ...againstArgo(facts, folder, resource),
  ]);
  if (facts.rest.length !== facts.resources.length)
    faults.push(`REST lists ${facts.rest.length} of ${facts.resources.length}`);
  for (const path of facts.git.keys())
    if (/\/deployments\//.test(path) && !folders.has(path.slice(0, path.lastIndexOf("/"))))
      faults.push(`Git has ${path} of nothing`);
  return faults;
}

function folderOf({ rest }: Facts, { metadata }: KubeObject): string {
  const path = rowOf(rest, metadata.labels)?.["git_path"];
  return typeof path === "string" ? path.slice(0, path.lastIndexOf("/")) : `nowhere/${metadata.name}`;
}

function rowOf(rest: Facts["rest"], labels: Readonly<Record<string, string>> = {}): Facts["rest"][number] | undefined {
  return rest.find((row) => row["id"] === labels["hosting.berth.dev/id"]);
}

function againstRest(facts: Facts, _folder: string, { metadata, spec }: Facts["resources"][number]): string[] {
  const row = rowOf(facts.rest, metadata.labels);
  if (row === undefined) return [`REST lacks ${metadata.name}`];
  const faults = MEMBERS.filter(
    ([ours, theirs]) => spec[ours] !== undefined && !isDeepStrictEqual(spec[ours], row[theirs]),
  );
  if (row["status"] !== "running") return [`${metadata.name} is ${String(row["status"])}`];
  return faults.map(([member]) => `REST shows another ${member} of ${metadata.name}`);
}

function againstGit({ git, rest }: Facts, folder: string, { metadata, spec }: Facts["resources"][number]): string[] {
  const [values, file] = [git.get(`${folder}/values.yaml`), git.get(`${folder}/resource.yaml`)];
  if (values === undefined || file === undefined) return [`Git lacks ${metadata.name}`];
  const faults: string[] = [];
  if (values !== rowOf(rest, metadata.labels)?.["values_yaml"]) faults.push(`Git has other values of ${metadata.name}`);
  if (!isDeepStrictEqual((parse(file) as { spec: unknown }).spec, spec))
    faults.push(`Git has another ${metadata.name}`);
  return faults;
}

function againstArgo(facts: Facts, folder: string, { metadata }: Facts["resources"][number]): string[] {
  const name = folder.slice(folder.lastIndexOf("/") + 1);
  const sync = facts.applications.find((one) => one.metadata.name === name)?.status?.sync;
  if (sync?.status !== "Synced") return [`Argo CD says ${sync?.status ?? "nothing"} of ${metadata.name}`];
  return facts.isCurrent(sync.revision ?? "", folder) ? [] : [`Argo CD has an older revision of ${metadata.name}`];
}
