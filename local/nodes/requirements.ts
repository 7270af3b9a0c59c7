import { execFile } from "node:child_process";
import { constants } from "node:fs";
import { access, mkdtemp, readFile, rm } from "node:fs/promises";
import { delimiter, join } from "node:path";

/** One thing that a real node needs and this machine lacks, and what to do. */
export type Lack = Readonly<{ what: string; remedy: string }>;

/** What was seen of a machine on which real nodes shall run. */
export type Machine = Readonly<{
  platform: string;
  /** The capabilities of this process: a line of /proc/self/status. */
  capabilities: string;
  /** Commands that are not on PATH. */
  missingCommands: readonly string[];
  /** Kinds of namespaces that the kernel knows. */
  namespaces: readonly string[];
  /** Where cgroup hierarchies are mounted, and whether folders can be made there. */
  hierarchies: readonly Readonly<{ path: string; isWritable: boolean; controllers: readonly string[] }>[];
  fileSystems: string;
  /** What a trial of the node's own first steps said, where everything else is there. */
  trial?: string;
}>;

const COMMANDS: Readonly<Record<string, string>> = {
  ip: "iproute2",
  nft: "nftables",
  unshare: "util-linux",
  nsenter: "util-linux",
  setpriv: "util-linux",
  sysctl: "procps",
};
const CAPABILITIES = { CAP_NET_ADMIN: 12n, CAP_SYS_CHROOT: 18n, CAP_SYS_PTRACE: 19n, CAP_SYS_ADMIN: 21n } as const;
/** By which a kubelet holds pods, and this cloud nodes, to what they may take. */
const CONTROLLERS = ["cpu", "cpuset", "memory", "pids"] as const;
const NAMESPACES = ["cgroup", "ipc", "mnt", "net", "pid", "uts"] as const;
const LINKS = "ip link add trial0 type veth peer name trial1 && ip link add trial2 type bridge";
const RULES = "nft add table ip trial";
/** In a temporary folder beside those where nodes keep their data. */
const OVERLAY =
  "mkdir lower upper work merged && mount -t overlay overlay -o lowerdir=lower,upperdir=upper,workdir=work merged";
const TRIAL = `${LINKS} && ${RULES} && ${OVERLAY}`;

/** Says what a machine lacks for real nodes; nothing when they can run there. */
export function findLacks(machine: Machine): readonly Lack[] {
  if (machine.platform !== "linux")
    return [{ what: `this system is ${machine.platform}`, remedy: "real nodes need Linux" }];
  const lacks = [...findMissingRights(machine), ...findMissingCommands(machine), ...findMissingKernelParts(machine)];
  if (lacks.length > 0 || machine.trial === undefined) return lacks;
  return [{ what: `namespaces cannot be set up: ${machine.trial}`, remedy: "allow it, or load what it names" }];
}

function findMissingRights({ capabilities, hierarchies }: Machine): Lack[] {
  const held = BigInt(`0x${/^CapEff:\s*([0-9a-f]+)$/m.exec(capabilities)?.[1] ?? "0"}`);
  const missing = Object.entries(CAPABILITIES).filter(([, bit]) => (held & (1n << bit)) === 0n);
  const closed = hierarchies.filter(({ isWritable }) => !isWritable);
  return [
    ...missing.map(([name]) => ({ what: `this process has no ${name}`, remedy: "run it as root" })),
    // Of a container that may not have folders of its own, every hierarchy is closed: one line says it.
    ...closed.slice(0, 1).map(({ path }) => ({ what: `${path} is read-only`, remedy: "mount it writable" })),
  ];
}

function findMissingCommands({ missingCommands }: Machine): Lack[] {
  return missingCommands.map((name) => ({ what: `there is no ${name}`, remedy: `install ${COMMANDS[name] ?? name}` }));
}

function findMissingKernelParts({ namespaces, hierarchies, fileSystems }: Machine): Lack[] {
  const unknown = NAMESPACES.filter((kind) => !namespaces.includes(kind));
  const held = hierarchies.flatMap(({ controllers }) => controllers);
  const away = hierarchies.length === 0 ? [] : CONTROLLERS.filter((name) => !held.includes(name));
  return [
    ...unknown.map((kind) => ({ what: `the kernel has no ${kind} namespaces`, remedy: "use one that has" })),
    ...(hierarchies.length > 0
      ? []
      : [{ what: "no cgroup hierarchy is mounted", remedy: "mount one on /sys/fs/cgroup" }]),
    ...away.map((name) => ({
      what: `no cgroup hierarchy has the controller ${name}`,
      remedy: "have the kernel, or who started this container, give it",
    })),
    ...(/\boverlay$/m.test(fileSystems)
      ? []
      : [{ what: "the kernel has no overlay file system", remedy: "load the module overlay" }]),
  ];
}

/** Looks at this machine; what it tries is gone when it returns. */
export async function observeMachine(path: string, homeDir: string): Promise<Machine> {
  const read = (file: string): Promise<string> => readFile(file, "utf8").catch(() => "");
  const mounts = await read("/proc/mounts");
  const missing = await keep(Object.keys(COMMANDS), async (command) => !(await isOnPath(command, path)));
  return {
    platform: process.platform,
    capabilities: await read("/proc/self/status"),
    missingCommands: missing,
    namespaces: await keep(NAMESPACES, (kind) => allows(`/proc/self/ns/${kind}`, constants.F_OK)),
    hierarchies: await Promise.all(
      listHierarchies(mounts).map(async (mount) => ({
        path: mount,
        isWritable: await allows(mount, constants.W_OK),
        controllers: listControllers(mounts, mount, await read(join(mount, "cgroup.controllers"))),
      })),
    ),
    fileSystems: await read("/proc/filesystems"),
    trial: missing.length > 0 ? undefined : await tryNamespaces(path, homeDir),
  };
}

/** Lists where cgroup hierarchies are mounted, from the content of /proc/mounts. */
export function listHierarchies(mounts: string): string[] {
  return [...mounts.matchAll(/^\S+ (\S+) cgroup2? /gm)].map(([, path = ""]) => path);
}

/** Lists the controllers of a hierarchy: version 1 names them as it is mounted, version 2 in a file, which lacks what version 1 holds. */
export function listControllers(mounts: string, path: string, file: string): readonly string[] {
  const [, options = ""] = new RegExp(`^\\S+ ${RegExp.escape(path)} cgroup (\\S+) `, "m").exec(mounts) ?? [];
  return [...options.split(","), ...file.trim().split(" ")].filter((name) => name !== "");
}

/** Answers what was said against the first steps of a node, if anything. */
async function tryNamespaces(path: string, homeDir: string): Promise<string | undefined> {
  const cwd = await mkdtemp(join(homeDir, ".trial-"));
  return runTrial(path, cwd).finally(() => rm(cwd, { recursive: true, force: true }));
}

function runTrial(path: string, cwd: string): Promise<string | undefined> {
  const args = ["--net", "--mount", "--uts", "--ipc", "--cgroup", "--pid", "--fork", "/bin/sh", "-c", TRIAL];
  return new Promise((resolve) => {
    execFile("unshare", args, { cwd, env: { PATH: path }, timeout: 10_000 }, (error, _output, said) => {
      resolve(error === null ? undefined : (said.trim().split("\n").at(-1) ?? error.message));
    });
  });
}

async function keep<T>(of: readonly T[], isKept: (one: T) => Promise<boolean>): Promise<T[]> {
  const kept = await Promise.all(of.map(isKept));
  return of.filter((_, index) => kept[index]);
}

async function isOnPath(command: string, path: string): Promise<boolean> {
  for (const dir of path.split(delimiter))
    if (dir !== "" && (await allows(join(dir, command), constants.X_OK))) return true;
  return false;
}

function allows(path: string, mode: number): Promise<boolean> {
  return access(path, mode).then(
    () => true,
    () => false,
  );
}
