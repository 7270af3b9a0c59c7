import { glob, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { GuidesCollector } from "./guides-collector.ts";

/** What of a node's files goes where. */
type Plan = Readonly<{
  /** The folder of a cluster's nodes. */
  nodesDir: string;
  clusterHandle: string;
  storeUrl: string;
}>;

/** Brings what real pods have written to a store of lines, as the guide's collector does; what it brought before it leaves. */
export class NodeLines {
  readonly #plan: Plan;
  readonly #guide: GuidesCollector;
  /** How many lines of a file were brought. */
  readonly #brought = new Map<string, number>();

  constructor(plan: Plan) {
    this.#plan = plan;
    this.#guide = new GuidesCollector(plan.clusterHandle);
  }

  /** Brings what is new. */
  async collect(): Promise<void> {
    const found: string[] = [];
    for await (const file of glob(join(this.#plan.nodesDir, "*/log/pods/*/*/*.log")))
      found.push(...(await this.#readNew(file)));
    if (found.length === 0) return;
    const url = new URL("/insert/jsonline", this.#plan.storeUrl);
    url.search = this.#guide.asked.toString();
    const { status } = await fetch(url, { method: "POST", body: found.join("\n") });
    if (status !== 200) throw new Error(`The store of lines answers ${status}`);
  }

  async #readNew(file: string): Promise<readonly string[]> {
    // What of a line is not written yet comes with the next look.
    const lines = (await readFile(file, "utf8")).split("\n").slice(0, -1);
    const before = this.#brought.get(file) ?? 0;
    this.#brought.set(file, lines.length);
    const [, ...inNode] = relative(this.#plan.nodesDir, file).split("/");
    const path = join("/var", ...inNode);
    return lines.slice(before).map((line) => JSON.stringify(this.#guide.collected(path, line)));
  }
}
