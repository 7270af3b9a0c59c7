/*
 * One PostgreSQL server of a tenant's database, from the embedded binaries:
 * 1. Its data folder is made (initdb) or filled by recovery, once; a half-made one is thrown away.
 * 2. The supervisor keeps it running; other settings restart it.
 * 3. Its folder goes with it.
 */
import { chmod, chown, mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import type { ServerLogin } from "../../../adapters/postgres/server-session.ts";
import { exists } from "../../exists.ts";
import { choosePostgresOwner, type PostgresOwner } from "../../postgres/owner.ts";
import {
  asSpawnOwner,
  dropStrangersPidFile,
  findPrograms,
  runAsOwner,
  type Programs,
} from "../../postgres/programs.ts";
import { acceptsLogins } from "../../postgres/startup-probe.ts";
import type { Supervisor } from "../../processes/supervisor.ts";
import type { ServerSettings } from "./server-settings.ts";

/** What a server needs. */
type ServerOptions = Readonly<{
  /** Of its process. */
  name: string;
  dir: string;
  port: number;
  /** Of the superuser, the same for every server of this cloud: who restores or follows another's data gets its roles too. */
  password: string;
  supervisor: Supervisor;
}>;

const SUPERUSER = "postgres";
const PROBE_MS = 1_000;

/** One PostgreSQL server with its data folder. */
export class PostgresServer {
  readonly #options: ServerOptions;
  readonly #programs: Programs;
  readonly #owner: PostgresOwner;
  #settings: ServerSettings | undefined;

  private constructor(options: ServerOptions, programs: Programs, owner: PostgresOwner) {
    this.#options = options;
    this.#programs = programs;
    this.#owner = owner;
  }

  /** Prepares the folder and chooses as whom the server runs. */
  static async open(options: ServerOptions): Promise<PostgresServer> {
    const programs = await findPrograms();
    await mkdir(options.dir, { recursive: true, mode: 0o700 });
    const owner = await choosePostgresOwner(options.dir, programs.postgres, options.supervisor);
    return new PostgresServer(options, programs, owner);
  }

  get port(): number {
    return this.#options.port;
  }

  get dataDir(): string {
    return join(this.#options.dir, "data");
  }

  /** Tells the number of its process while it runs. */
  get pid(): number | undefined {
    return this.#options.supervisor.pid(this.#options.name);
  }

  /** Tells whether it was started, and shall run. */
  get isWanted(): boolean {
    return this.#settings !== undefined;
  }

  /** Tells whether it runs with other settings than these. */
  differs(settings: ServerSettings): boolean {
    return this.#settings !== undefined && !sameSettings(this.#settings, settings);
  }

  /** Says how the superuser logs in. */
  login(): ServerLogin {
    return { port: this.port, user: SUPERUSER, password: this.#options.password, database: SUPERUSER };
  }

  /** Asks whether its data folder was ever complete. */
  isComplete(): Promise<boolean> {
    return exists(this.#completeFile);
  }

  /** Asks whether it follows another. */
  isFollower(): Promise<boolean> {
    return exists(join(this.dataDir, "standby.signal"));
  }

  /** Asks whether it serves now. */
  async isServing(): Promise<boolean> {
    return this.pid !== undefined && (await acceptsLogins(this.port, AbortSignal.timeout(PROBE_MS)));
  }

  /** Lists the libraries that it can load. */
  async libraries(): Promise<ReadonlySet<string>> {
    const folder = join(dirname(dirname(this.#programs.postgres)), "lib", "postgresql");
    const files = await readdir(folder);
    return new Set(files.map((file) => file.replace(/\.(so|dylib|dll)$/, "")));
  }

  /** Makes an empty data folder. */
  async initialize(): Promise<void> {
    const { dir, password } = this.#options;
    const passwordFile = join(dir, "password");
    await rm(this.dataDir, { recursive: true, force: true });
    await this.writeOwned(passwordFile, `${password}\n`);
    const auth = ["--auth=scram-sha-256", `--username=${SUPERUSER}`, `--pwfile=${passwordFile}`];
    // Small segments: the archive takes whole ones only.
    const layout = ["--encoding=UTF8", "--locale=C", "--data-checksums", "--wal-segsize=1", "--no-sync"];
    await this.run([this.#programs.initdb, `--pgdata=${this.dataDir}`, ...auth, ...layout]);
    await rm(passwordFile, { force: true });
  }

  /** Notes that the data folder is whole. */
  async complete(): Promise<void> {
    await this.writeOwned(this.#completeFile, "");
  }

  /** Runs a program as the server's user. */
  run(words: readonly string[]): Promise<string> {
    return runAsOwner(this.#options.supervisor, this.#owner, words);
  }

  /** Recovers the data folder, which says itself that it needs it, and leaves it shut down. */
  recover(settings: ServerSettings): Promise<string> {
    const flags = toFlags(settings);
    return this.run([
      "/bin/sh",
      "-c",
      'exec "$@" </dev/null',
      "sh",
      this.#programs.postgres,
      "--single",
      "-D",
      this.dataDir,
      ...flags,
      SUPERUSER,
    ]);
  }

  /** Starts it, or starts it again with other settings; one that runs with these stays. */
  async start(settings: ServerSettings): Promise<void> {
    if (this.isWanted && !this.differs(settings)) return;
    await this.stop();
    const { name, port, supervisor } = this.#options;
    const words = [...this.#owner.wrapper, this.#programs.postgres, "-D", this.dataDir, ...toFlags(settings)];
    const [command = "", ...args] = words;
    this.#settings = settings;
    try {
      await supervisor.start({
        name,
        command,
        args,
        owner: asSpawnOwner(this.#owner),
        // Fast shutdown: end the sessions, write a checkpoint, leave.
        stopSignal: "SIGINT",
        graceMs: 10_000,
        stopWave: 0,
        prepare: () => dropStrangersPidFile(this.dataDir),
        ready: (signal) => acceptsLogins(port, signal),
        readyTimeoutMs: 60_000,
      });
    } catch (error) {
      await this.stop();
      throw error;
    }
  }

  /** Stops it; one that does not run is no fault. */
  async stop(): Promise<void> {
    this.#settings = undefined;
    await this.#options.supervisor.remove(this.#options.name);
  }

  /** Stops it and removes its folder. */
  async destroy(): Promise<void> {
    await this.stop();
    await rm(this.#options.dir, { recursive: true, force: true });
  }

  /** Makes a folder that the server may write to, and every one that leads there from a root. */
  async makeFolder(root: string, path: string): Promise<void> {
    let folder = root;
    for (const part of ["", ...relative(root, path).split(sep)]) {
      folder = join(folder, part);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await this.own(folder);
    }
  }

  /** Writes a file that only the server's user may read. */
  async writeOwned(path: string, content: string): Promise<void> {
    await writeFile(path, content, { mode: 0o600 });
    await chmod(path, 0o600);
    await this.own(path);
  }

  get #completeFile(): string {
    return join(this.#options.dir, "complete");
  }

  /** Gives a file or folder to the server's user. */
  async own(path: string): Promise<void> {
    const { uid, gid } = this.#owner;
    if (uid !== undefined && gid !== undefined) await chown(path, uid, gid);
  }
}

function sameSettings(one: ServerSettings, other: ServerSettings): boolean {
  const text = (settings: ServerSettings): string => JSON.stringify(Object.entries(settings).sort());
  return text(one) === text(other);
}

function toFlags(settings: ServerSettings): string[] {
  return Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}
