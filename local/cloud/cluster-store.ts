import { readFile } from "node:fs/promises";
import { z } from "zod";
import { localClusterSpec } from "../../adapters/providers/local-cloud-protocol.ts";
import { writeFileAtomically } from "../atomic-file.ts";

const record = z.strictObject({
  handle: z.string(),
  spec: localClusterSpec,
  adminToken: z.string(),
  deleting: z.boolean(),
  /** The number of its addresses, where its nodes are real. */
  network: z.number().int().optional(),
  /** Why the last attempt ended for good; a further PUT clears it. */
  failed: z.string().optional(),
});

/** What the simulated cloud must not forget about a cluster. */
export type ClusterRecord = Readonly<z.infer<typeof record>>;

/** Keeps the clusters of the simulated cloud in one file; a change is kept before it is acted on. */
export class ClusterStore {
  readonly #path: string;
  readonly #records = new Map<string, ClusterRecord>();
  #writing: Promise<void> = Promise.resolve();

  constructor(path: string) {
    this.#path = path;
  }

  /** Reads the file of an earlier run. */
  async open(): Promise<void> {
    const text = await readFile(this.#path, "utf8").catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return "[]";
      throw error;
    });
    for (const found of z.array(record).parse(JSON.parse(text))) this.#records.set(found.handle, found);
  }

  get(handle: string): ClusterRecord | undefined {
    return this.#records.get(handle);
  }

  list(): readonly ClusterRecord[] {
    return [...this.#records.values()];
  }

  /** Keeps a record; resolves when the file holds it. */
  put(changed: ClusterRecord): Promise<void> {
    this.#records.set(changed.handle, changed);
    return this.#write();
  }

  /** Forgets a record; resolves when the file no longer holds it. */
  remove(handle: string): Promise<void> {
    this.#records.delete(handle);
    return this.#write();
  }

  #write(): Promise<void> {
    const written = this.#writing.then(() =>
      writeFileAtomically(this.#path, `${JSON.stringify(this.list(), null, 2)}\n`),
    );
    this.#writing = written.catch(() => undefined);
    return written;
  }
}
