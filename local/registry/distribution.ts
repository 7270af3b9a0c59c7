import { join } from "node:path";
import { stat, writeFile } from "node:fs/promises";
import { writeFileAtomically } from "../atomic-file.ts";
import { answersOk } from "../processes/probes.ts";
import type { Supervisor } from "../processes/supervisor.ts";
import type { RegistrySettings } from "./settings.ts";

type Mode = "distribution" | "distribution-readonly";

/** Runs distribution, and has what no tag leads to removed: nobody may push meanwhile, everybody may pull. */
export class Distribution {
  readonly #settings: RegistrySettings;
  readonly #supervisor: Supervisor;
  #collecting: Promise<void> | undefined;

  constructor(settings: RegistrySettings, supervisor: Supervisor) {
    this.#settings = settings;
    this.#supervisor = supervisor;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#settings.distributionPort}`;
  }

  /** Starts it. */
  async start(): Promise<void> {
    await this.#run("distribution");
  }

  /** Removes what no tag leads to; who asks meanwhile waits for the same end. */
  collect(): Promise<void> {
    this.#collecting ??= this.#collect().finally(() => (this.#collecting = undefined));
    return this.#collecting;
  }

  /** Tells how long ago that was done, or begun to be counted. */
  async collectedAgoMs(nowMs: number): Promise<number> {
    const known = await stat(this.#collectedFile).catch(() => undefined);
    if (known === undefined) await this.#noteCollected();
    return known === undefined ? 0 : nowMs - known.mtimeMs;
  }

  async #collect(): Promise<void> {
    await this.#supervisor.remove("distribution");
    try {
      await this.#run("distribution-readonly");
      const { code, output } = await this.#supervisor.run({
        command: this.#settings.binary,
        args: ["garbage-collect", "--delete-untagged", "--quiet", this.#configFile("distribution-readonly")],
        env: ENV,
      });
      if (code !== 0) throw new Error(`The registry's clean-up failed: ${output.trim().slice(-400)}`);
      await this.#noteCollected();
    } finally {
      await this.#supervisor.remove("distribution-readonly");
      // Started anew, it forgets which layers it has seen.
      await this.#run("distribution");
    }
  }

  async #run(mode: Mode): Promise<void> {
    await writeFileAtomically(this.#configFile(mode), JSON.stringify(configOf(this.#settings, mode), null, 2));
    await this.#supervisor.start({
      name: mode,
      command: this.#settings.binary,
      args: ["serve", this.#configFile(mode)],
      env: ENV,
      stopWave: 0,
      ready: (signal) => answersOk(`${this.url}/`, signal),
    });
  }

  #configFile(mode: Mode): string {
    return join(this.#settings.dir, `${mode}.json`);
  }

  get #collectedFile(): string {
    return join(this.#settings.dir, "collected");
  }

  async #noteCollected(): Promise<void> {
    await writeFile(this.#collectedFile, "");
  }
}

/** Else it looks for a collector of traces. */
const ENV = { OTEL_TRACES_EXPORTER: "none" };

/** Its configuration is YAML, which JSON is too. */
function configOf(settings: RegistrySettings, mode: Mode): unknown {
  const { dir, host, jwksFile, distributionPort } = settings;
  return {
    version: 0.1,
    log: { level: "warn", accesslog: { disabled: true } },
    storage: {
      filesystem: { rootdirectory: join(dir, "images") },
      delete: { enabled: true },
      maintenance: {
        uploadpurging: { enabled: mode === "distribution", age: "24h", interval: "6h", dryrun: false },
        readonly: { enabled: mode === "distribution-readonly" },
      },
    },
    http: {
      addr: `127.0.0.1:${distributionPort}`,
      // Whatever address a client came by, it is led on there.
      relativeurls: true,
      headers: { "X-Content-Type-Options": ["nosniff"] },
    },
    auth: {
      token: {
        realm: `https://${host}/token`,
        autoredirect: true,
        autoredirectpath: "/token",
        service: host,
        issuer: "berth",
        jwks: jwksFile,
        signingalgorithms: ["ES256"],
      },
    },
  };
}
