import { expect } from "chai";
import { findLacks, listControllers, listHierarchies, type Machine } from "../../../local/nodes/requirements.ts";

const able: Machine = {
  platform: "linux",
  capabilities: "Name:\tnode\nCapEff:\t000001fffeffffff\n",
  missingCommands: [],
  namespaces: ["cgroup", "ipc", "mnt", "net", "pid", "uts"],
  hierarchies: [{ path: "/sys/fs/cgroup", isWritable: true, controllers: ["cpuset", "cpu", "io", "memory", "pids"] }],
  fileSystems: "nodev\tproc\nnodev\toverlay\n\text4\n",
};

function say(change: Partial<Machine>): readonly string[] {
  return findLacks({ ...able, ...change }).map(({ what, remedy }) => `${what}: ${remedy}`);
}

describe("what a machine lacks for real nodes", () => {
  it("is nothing where they run", () => {
    expect(say({})).to.deep.equal([]);
  });

  it("is a line each, with what to do", () => {
    expect(say({ missingCommands: ["nft", "unshare"] })).to.deep.equal([
      "there is no nft: install nftables",
      "there is no unshare: install util-linux",
    ]);
    expect(say({ namespaces: ["ipc", "mnt", "net", "pid", "uts"] })).to.deep.equal([
      "the kernel has no cgroup namespaces: use one that has",
    ]);
    expect(say({ fileSystems: "\text4\n" })).to.deep.equal([
      "the kernel has no overlay file system: load the module overlay",
    ]);
    expect(say({ hierarchies: [] })).to.deep.equal(["no cgroup hierarchy is mounted: mount one on /sys/fs/cgroup"]);
  });

  it("is every capability that an ordinary user has not", () => {
    expect(say({ capabilities: "CapEff:\t0000000000000000\n" })).to.deep.equal(
      ["CAP_NET_ADMIN", "CAP_SYS_CHROOT", "CAP_SYS_PTRACE", "CAP_SYS_ADMIN"].map(
        (name) => `this process has no ${name}: run it as root`,
      ),
    );
  });

  it("is said once of a container whose hierarchies are all read-only", () => {
    const closed = ["/sys/fs/cgroup/cpu", "/sys/fs/cgroup/memory"].map((path) => ({
      ...able.hierarchies[0]!,
      path,
      isWritable: false,
    }));
    expect(say({ hierarchies: closed })).to.deep.equal(["/sys/fs/cgroup/cpu is read-only: mount it writable"]);
  });

  it("is what the trial said, only where everything else is there", () => {
    const trial = "unshare: unshare failed: Operation not permitted";
    expect(say({ trial })).to.deep.equal([`namespaces cannot be set up: ${trial}: allow it, or load what it names`]);
    expect(say({ trial, missingCommands: ["ip"] })).to.deep.equal(["there is no ip: install iproute2"]);
  });

  it("is Linux, elsewhere, and nothing more", () => {
    expect(say({ platform: "darwin", namespaces: [], hierarchies: [] })).to.deep.equal([
      "this system is darwin: real nodes need Linux",
    ]);
  });

  it("is each controller that no hierarchy has, as of version 2 beside those of version 1", () => {
    const unified = { path: "/sys/fs/cgroup", isWritable: true, controllers: ["hugetlb", "memory"] };
    expect(say({ hierarchies: [unified] })).to.deep.equal(
      ["cpu", "cpuset", "pids"].map(
        (name) =>
          `no cgroup hierarchy has the controller ${name}: have the kernel, or who started this container, give it`,
      ),
    );
    const others = ["cpu,cpuacct", "cpuset", "pids"].map((text) => ({ ...unified, controllers: text.split(",") }));
    expect(say({ hierarchies: [unified, ...others] })).to.deep.equal([]);
  });

  it("is read of the controllers of both versions", () => {
    const mounts =
      "cgroup /sys/fs/cgroup/cpu cgroup rw,relatime,cpu,cpuacct 0 0\nnone /sys/fs/cgroup/unified cgroup2 rw 0 0\n";
    expect(listControllers(mounts, "/sys/fs/cgroup/cpu", "")).to.include.members(["cpu", "cpuacct"]);
    expect(listControllers(mounts, "/sys/fs/cgroup/unified", "cpuset cpu memory\n")).to.deep.equal([
      "cpuset",
      "cpu",
      "memory",
    ]);
    expect(listControllers(mounts, "/sys/fs/cgroup/unified", "")).to.deep.equal([]);
  });

  it("is read of the hierarchies of both versions", () => {
    const mounts =
      "proc /proc proc rw 0 0\ncgroup /sys/fs/cgroup/cpu cgroup rw,cpu 0 0\nnone /sys/fs/cgroup/unified cgroup2 rw 0 0\n";
    expect(listHierarchies(mounts)).to.deep.equal(["/sys/fs/cgroup/cpu", "/sys/fs/cgroup/unified"]);
  });
});
