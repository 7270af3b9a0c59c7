import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { eventually } from "../eventually.ts";
import { freePorts } from "../free-ports.ts";
import { runGuarded, type Guarded } from "../guarded-process.ts";

/** A name server whose zones are written by hand, as those of strangers are. */
export type Zones = Readonly<{
  /** As `address:port`. */
  address: string;
  port: number;
  /** Puts the records of a zone in the place of those before, and returns when they are served. */
  write: (zone: string, records: readonly string[]) => Promise<void>;
  process: Guarded;
}>;

/** Starts BIND on loopback with these zones; the root is its own too, so that nobody outside is asked. */
export async function startZones(dir: string, names: readonly string[]): Promise<Zones> {
  const [port = 0] = await freePorts(1);
  await mkdir(dir);
  let serial = 1;
  const write = (zone: string, records: readonly string[]): Promise<void> => {
    serial += 1;
    const head = `$TTL 1\n@ IN SOA ns.${zone}. admin.${zone}. ${serial} 60 10 600 1\n@ IN NS ns.${zone}.\nns IN A 127.0.0.1\n`;
    return writeFile(join(dir, `${zone}.zone`), `${head}${records.join("\n")}\n`);
  };
  for (const name of names) await write(name, []);
  await writeFile(
    join(dir, "root.zone"),
    "$TTL 1\n@ IN SOA ns. admin. 1 60 10 600 1\n@ IN NS ns.\nns IN A 127.0.0.1\n",
  );
  await writeFile(join(dir, "named.conf"), configurationOf(dir, port, names));
  // A CNAME from one zone into another is followed by recursion alone.
  const flags = ["-g", "-n", "1", "-c", join(dir, "named.conf")];
  const process = runGuarded({ command: "named", flags, cwd: dir });
  await eventually(() => {
    if (process.exited() || !process.log().includes(" running")) throw new Error(`BIND is not up: ${process.log()}`);
  });
  return { address: `127.0.0.1:${port}`, port, process, write: (...args) => write(...args).then(() => reload(serial)) };

  async function reload(wanted: number): Promise<void> {
    globalThis.process.kill(Number(await readFile(join(dir, "named.pid"), "utf8")), "SIGHUP");
    await eventually(() => {
      if (!process.log().includes(`loaded serial ${wanted}`)) throw new Error(`not served yet: ${process.log()}`);
    });
  }
}

function configurationOf(dir: string, port: number, names: readonly string[]): string {
  const zones = names.map((name) => `zone "${name}" { type primary; file "${name}.zone"; };`);
  return `options {
  directory "${dir}"; pid-file "${dir}/named.pid"; session-keyfile "${dir}/session.key"; managed-keys-directory "${dir}";
  listen-on port ${port} { 127.0.0.1; }; listen-on-v6 { none; };
  recursion yes; allow-recursion { any; }; dnssec-validation no; empty-zones-enable no; notify no; max-ncache-ttl 1;
};
controls { };
zone "." { type primary; file "root.zone"; };
${zones.join("\n")}
`;
}
