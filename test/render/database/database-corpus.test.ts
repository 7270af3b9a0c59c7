import { join } from "node:path";
import { databaseSpec, type DatabaseSpec } from "../../../contract/resources/database-instance.ts";
import type { RenderDatabaseInput } from "../../../render/database/database-input.ts";
import { archiveBucket, archivePath } from "../../../render/database/database-names.ts";
import { databaseName, deriveDatabaseValues } from "../../../render/database/database-values.ts";
import { renderDatabase } from "../../../render/database/render-database.ts";
import { DATABASE_CASES, SOURCE_ID, databaseInput } from "../../support/database-input.ts";
import { FULL_DATABASE } from "../../support/full-specs.ts";
import { assertGolden } from "../../support/golden.ts";
import { memberVariants, tellCorpus } from "../../support/render-corpus.ts";

const GOLDEN = join(import.meta.dirname, "__golden__");
const POSTGRESQL = databaseInput({});
const MYSQL = databaseInput({ engine: "mysql" });
const SOURCE = { id: SOURCE_ID, handle: "old-klmnopqrst", follow: false } as const;

function render(input: RenderDatabaseInput): object {
  const { application, gitPath, files } = renderDatabase(input);
  const values = deriveDatabaseValues(input);
  return { values, application, gitPath, files: files.map(({ path }) => path), name: databaseName(input) };
}

/** Past what the schema refuses, and with a source at hand. */
const raw = (
  base: RenderDatabaseInput,
  members: object,
  more: Partial<RenderDatabaseInput> = {},
): RenderDatabaseInput => ({
  ...base,
  ...more,
  spec: { ...base.spec, ...members } as DatabaseSpec,
});
const variantsOf = (base: RenderDatabaseInput): Record<string, RenderDatabaseInput> =>
  Object.fromEntries(
    Object.entries(memberVariants(databaseSpec, base.spec, FULL_DATABASE)).map(([name, spec]) => [
      name,
      { ...base, spec },
    ]),
  );

function surroundings(base: RenderDatabaseInput): Record<string, RenderDatabaseInput> {
  const restore = { sourceId: SOURCE_ID, backupId: SOURCE_ID };
  const from = (source: object): RenderDatabaseInput => raw(base, { restore }, { source: { ...SOURCE, ...source } });
  const archived = (destination: string): RenderDatabaseInput =>
    raw(base, {}, { platform: { ...base.platform, archive: { destination } } });
  const versions = ["14", "15", "16", "17", "18", "8.0", "8.4", "1", "toString"];
  return {
    ...Object.fromEntries(
      versions.flatMap((version) =>
        (["stable", "latest"] as const).map((channel): [string, RenderDatabaseInput] => [
          `version ${version} of ${channel}`,
          raw(base, {}, { engineVersion: version, channel }),
        ]),
      ),
    ),
    "a version that is named beside the one it has": raw(
      base,
      { engineVersion: base.spec.engine === "mysql" ? "8.4" : "17" },
      { engineVersion: "14" },
    ),
    "an engine that is none": raw(base, { engine: "oracle" }),
    "no database name": raw(base, { databaseName: undefined }),
    "a source": from({}),
    "a source's name": raw(from({ databaseName: "theirs" }), { databaseName: undefined }),
    "a source's size": from({ storageSizeGb: 50 }),
    "a source's small size": from({ storageSizeGb: 5 }),
    "a source's connections": from({ maxConnections: 300 }),
    "a source's connections, and its own": raw(from({ maxConnections: 300 }), { maxConnections: 20 }),
    "a source's backup": from({ backup: "b1" }),
    "a source's moment": from({ time: "2026-11-20T10:00:00Z" }),
    "a source that is followed": raw(base, { replicationSourceId: SOURCE_ID }, { source: { ...SOURCE, follow: true } }),
    "a source that was followed": raw(
      base,
      { replicationSourceId: SOURCE_ID },
      { source: { ...SOURCE, follow: true, promoted: true } },
    ),
    "a source that nothing asks for": raw(base, {}, { source: SOURCE }),
    "a source without an archive": raw(from({}), {}, { platform: { ...base.platform, archive: undefined } }),
    "no archive": raw(base, {}, { platform: { ...base.platform, archive: undefined } }),
    "an archive at the root": archived("s3://archive"),
    "an archive with slashes": archived("s3://archive/a//"),
    "an archive elsewhere": archived("file:///archive"),
    "a schedule that runs downwards": raw(base, { backupSchedule: "0 5-3 * * *" }),
    "a schedule by the hour": raw(base, { backupSchedule: "hourly" }),
    "a schedule of its own": raw(base, { backupSchedule: "5 4 * * *" }),
    "a size of a core": raw(base, { cpuRequest: 0.0015 }),
    "no revision": raw(base, {}, { secretsRevision: undefined }),
    Vault: raw(base, {}, { platform: { ...base.platform, secretsDriver: "vault" } }),
    "an organization with a prefix within": raw(
      base,
      {},
      {
        metadata: { ...base.metadata, namespace: "my-org-acme" },
        platform: { ...base.platform, secretsDriver: "vault" },
      },
    ),
  };
}

const NAMES = [
  "s3://archive",
  "s3://archive/",
  "s3://archive/a/b",
  "s3://archive///",
  "https://x",
  "archive",
  "xs3://a",
  "",
];

describe("Databases of every sort", function () {
  this.timeout(300_000);

  for (const [engine, base] of Object.entries({ postgresql: POSTGRESQL, mysql: MYSQL })) {
    it(`render as it is written down: every member of ${engine}`, () =>
      assertGolden(join(GOLDEN, `${engine}.txt`), tellCorpus({ base, cases: variantsOf(base), render })));

    it(`render as it is written down: the surroundings of ${engine}`, () =>
      assertGolden(
        join(GOLDEN, `${engine}-surroundings.txt`),
        tellCorpus({ base, cases: surroundings(base), render }),
      ));
  }

  it("render as it is written down: features", () => {
    const cases = Object.fromEntries(
      Object.entries(DATABASE_CASES).map(([name, [members, rest]]) => [name, databaseInput(members, rest)]),
    );
    assertGolden(join(GOLDEN, "features.txt"), tellCorpus({ base: POSTGRESQL, cases, render }));
  });

  it("lie in an archive where it is written down", () => {
    const cases = Object.fromEntries(NAMES.map((name) => [name, name]));
    const where = (name: string): object => ({ path: archivePath(name, "org-acme", "1"), bucket: archiveBucket(name) });
    assertGolden(join(GOLDEN, "archives.txt"), tellCorpus({ base: "s3://archive", cases, render: where }));
  });
});
