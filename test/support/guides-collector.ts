import { readFileSync } from "node:fs";
import { parse, parseAllDocuments } from "yaml";

type Manifest = Readonly<{
  apiVersion: string;
  kind: string;
  metadata: Readonly<{ name: string; namespace?: string }>;
}>;
type Step = Readonly<Record<string, unknown>> & Readonly<{ name: string }>;
type Pipeline = Readonly<Record<"inputs" | "filters" | "outputs", readonly Step[]>>;
type Config = Readonly<{ parsers: readonly Readonly<{ name: string; regex: string }>[]; pipeline: Pipeline }>;

const GUIDE = new URL("../../docs/guides/cluster-logs.yaml", import.meta.url);

/** The collector of log lines that the guide describes: its objects, and what it would do. */
export class GuidesCollector {
  readonly manifests: readonly Manifest[];
  readonly #config: Config;

  /** Reads the guide's manifest, for a cluster of that handle and the host of a store. */
  constructor(clusterHandle: string, storeHost = "store.example") {
    const given = readFileSync(GUIDE, "utf8");
    const text = given.replaceAll("CLUSTER_HANDLE", clusterHandle).replaceAll("STORE_HOST", storeHost);
    this.manifests = parseAllDocuments(text).map((document) => document.toJS() as Manifest);
    const map = this.manifests.find(({ kind }) => kind === "ConfigMap") as unknown as { data: Record<string, string> };
    this.#config = parse(map.data["fluent-bit.yaml"] ?? "") as Config;
  }

  get pipeline(): Pipeline {
    return this.#config.pipeline;
  }

  /** What it tells the store of how lines are read. */
  get asked(): URLSearchParams {
    return new URL(String(this.step("outputs", "http")["uri"]), "https://store.example").searchParams;
  }

  step(part: keyof Pipeline, name: string): Step {
    const found = this.pipeline[part].find((one) => one.name === name);
    if (found === undefined) throw new Error(`There is no ${name} among the ${part}`);
    return found;
  }

  /** What Fluent Bit makes of a line of a file, by its steps: the container runtime's format, then the filters. */
  collected(path: string, line: string): Record<string, unknown> {
    const { time, stream, log } = /^(?<time>.+?) (?<stream>stdout|stderr) [FP] (?<log>.*)$/.exec(line)?.groups ?? {};
    const { parser } = this.step("filters", "parser");
    const { regex = "" } = this.#config.parsers.find(({ name }) => name === parser) ?? {};
    const named: Record<string, unknown> = { ...new RegExp(regex).exec(path)?.groups };
    const { nest_under: under, wildcard } = this.step("filters", "nest") as Step & {
      nest_under: string;
      wildcard: string[];
    };
    const nested = Object.fromEntries(Object.entries(named).filter(([name]) => wildcard.includes(name)));
    const { record } = this.step("filters", "record_modifier") as Step & { record: string[] };
    const added = Object.fromEntries(record.map((one) => one.split(" ") as [string, string]));
    return { time, stream, log, [under]: nested, ...added };
  }
}
