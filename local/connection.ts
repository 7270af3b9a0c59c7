import { rm } from "node:fs/promises";
import { join } from "node:path";
import { writeFileAtomically } from "./atomic-file.ts";
import type { AppsAccess } from "./parts/cloud.ts";

/** All that a client needs to reach a running stack; the content of connection.json. Parts that were not started are empty. */
export type Connection = Readonly<{
  url: string;
  metrics_url: string;
  admin: Readonly<{ email: string; password: string }>;
  service_token: string;
  kubeconfig: string;
  git: Readonly<{ url: string; token: string; branch: string }>;
  postgres_url: string;
  argocd_namespace: string;
  /** The registry, with the certificate authority that clients are told to trust. */
  registry: Readonly<{ address: string; ca_file: string }>;
  /** Where every address of an application answers, whatever its name resolves to. */
  apps: AppsAccess;
  processes: Readonly<Record<string, number>>;
}>;

/** Names the file in a home folder that holds the connection. */
export function connectionPath(homeDir: string): string {
  return join(homeDir, "connection.json");
}

/** Keeps connection.json equal to the latest connection it was given. */
export class ConnectionFile {
  readonly #path: string;
  #writing: Promise<void> = Promise.resolve();

  constructor(homeDir: string) {
    this.#path = connectionPath(homeDir);
  }

  /** Writes the connection after every earlier one. */
  write(connection: Connection): Promise<void> {
    return this.#next(() => writeFileAtomically(this.#path, `${JSON.stringify(connection, null, 2)}\n`));
  }

  /** Removes the file after every earlier write: it would describe what no longer runs. */
  remove(): Promise<void> {
    return this.#next(() => rm(this.#path, { force: true }));
  }

  #next(work: () => Promise<void>): Promise<void> {
    const done = this.#writing.then(work);
    this.#writing = done.catch(() => undefined);
    return done;
  }
}
