import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { ColumnTypeEnum, bindMigrationAwareSqlAdapterFactory } from "@prisma/driver-adapter-utils";
import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import type { SchemaEngine, SchemaFilter } from "@prisma/schema-engine-wasm";

/**
 * Runs Prisma's schema engine from its WebAssembly package: the CLI's own engine is a download, and `make run` must
 * work without one. What it writes to `_prisma_migrations` is what the CLI writes.
 */
type Adapter = Awaited<ReturnType<PrismaPg["connect"]>>;
type EngineModule = Readonly<{
  __wbg_set_wasm: (exports: unknown) => void;
  SchemaEngine: { new: (options: object, log: (line: string) => void, adapter: object) => Promise<SchemaEngine> };
}>;

/** Filters nothing: every table is ours. */
export const NO_FILTER: SchemaFilter = { externalTables: [], externalEnums: [] };

/** Types what is used of a global that `lib` declares only for browsers. */
const { WebAssembly } = globalThis as unknown as {
  WebAssembly: {
    instantiate: (bytes: Uint8Array, imports: object) => Promise<{ instance: { exports: Record<string, unknown> } }>;
  };
};

let loaded: Promise<EngineModule> | undefined;

/** Runs `work` with an engine connected to `url`. */
export async function withSchemaEngine<T>(url: string, work: (engine: SchemaEngine) => Promise<T>): Promise<T> {
  loaded ??= load();
  const { SchemaEngine: Engine } = await loaded;
  // Not as `connectionString`: that would win over the name of the shadow database.
  const { host, port, user, password, database, ssl } = new pg.Client({ connectionString: url });
  const config: pg.PoolConfig = { host, port, user, password, database, ssl, max: 1, idleTimeoutMillis: 0 };
  const factory = new PrismaPg(config);
  const pools = watchConnections(factory, config);
  const adapter = bindMigrationAwareSqlAdapterFactory(factory);
  const engine = await Engine.new({ datamodels: undefined }, () => undefined, adapter);
  try {
    return await work(engine);
  } finally {
    engine.free();
    // The engine leaves its connections open, and with them its advisory lock.
    await Promise.all([...pools].filter((pool) => !pool.ended).map((pool) => pool.end()));
  }
}

const CATALOG_CHAR = 18;
const BPCHAR = 1042;

/**
 * Lets the engine read Postgres' catalog: the adapter refuses its one-letter columns, type "char" (prisma/orm#27403).
 * The engine runs one query at a time, so the columns of the last answer are those of the query under way.
 */
function watchConnections(factory: PrismaPg, config: pg.PoolConfig): ReadonlySet<pg.Pool> {
  const pools = new Set<pg.Pool>();
  const connect = factory.connect.bind(factory);
  factory.connect = async () => {
    const adapter = await connect();
    const pool = adapter.underlyingDriver();
    pools.add(pool);
    const letters = trackLetters(pool);
    const queryRaw = adapter.queryRaw.bind(adapter);
    adapter.queryRaw = async (query) => {
      const result = await queryRaw(query);
      for (const column of letters()) result.columnTypes[column] = ColumnTypeEnum.Character;
      return result;
    };
    return adapter;
  };
  factory.connectToShadowDb = async () => connectToShadow(await factory.connect(), config);
  return pools;
}

/** Does what the adapter's own method does, but closes the shadow database's connections before it drops it. */
async function connectToShadow(main: Adapter, config: pg.PoolConfig): Promise<Adapter> {
  const database = `berth_shadow_${randomUUID().replaceAll("-", "")}`;
  await main.executeScript(`CREATE DATABASE ${database}`);
  const factory = new PrismaPg({ ...config, database });
  watchConnections(factory, config);
  const shadow = await factory.connect();
  shadow.dispose = async () => {
    await shadow.underlyingDriver().end();
    await main.executeScript(`DROP DATABASE ${database}`);
  };
  return shadow;
}

function trackLetters(pool: pg.Pool): () => readonly number[] {
  let columns: number[] = [];
  const query = pool.query.bind(pool) as (...parameters: unknown[]) => Promise<pg.QueryResult>;
  pool.query = (async (...parameters: unknown[]) => {
    const result = await query(...parameters);
    columns = result.fields.flatMap((field, index) => (field.dataTypeID === CATALOG_CHAR ? [index] : []));
    for (const field of result.fields) if (field.dataTypeID === CATALOG_CHAR) field.dataTypeID = BPCHAR;
    return result;
  }) as typeof pool.query;
  return () => columns;
}

/** Keeps the engine's lock timeout, which it never clears, from holding the process for 10 s. */
function unrefTimer(setTimer: unknown): (callback: unknown, delayMs: unknown) => NodeJS.Timeout {
  return (callback, delayMs) => {
    const timer = (setTimer as (...parameters: unknown[]) => NodeJS.Timeout)(callback, delayMs);
    return timer.unref();
  };
}

async function load(): Promise<EngineModule> {
  const glue = await import("@prisma/schema-engine-wasm/schema_engine_bg");
  const path = fileURLToPath(new URL("schema_engine_bg.wasm", import.meta.resolve("@prisma/schema-engine-wasm")));
  const imports = Object.entries(glue as Record<string, unknown>).map(([name, value]): [string, unknown] => [
    name,
    /^__wbg_setTimeout_/.test(name) ? unrefTimer(value) : value,
  ]);
  const { instance } = await WebAssembly.instantiate(await readFile(path), {
    "./schema_engine_bg.js": Object.fromEntries(imports),
  });
  glue.__wbg_set_wasm(instance.exports);
  (instance.exports["__wbindgen_start"] as () => void)();
  return glue as EngineModule;
}
