import { expect } from "chai";
import { sourceAt, type DatabaseSourceRecord } from "../../contract/resources/database-source.ts";

describe("What a restore to a moment begins from", () => {
  const backupAt = (completedAt: string | null | undefined, engineVersion: string) => ({
    completedAt,
    source: { engineVersion } as DatabaseSourceRecord,
  });
  const backups = [
    backupAt("2026-11-02T03:00:00Z", "16"),
    backupAt("2026-11-03T03:00:00Z", "17"),
    backupAt("2026-11-01T03:00:00Z", "15"),
    backupAt(null, "running"),
    backupAt(undefined, "failed"),
  ];
  const versionAt = (at: string): string | undefined => sourceAt([...backups], Date.parse(at))?.engineVersion;

  it("is the newest backup that was complete by then, in the version that the database had", () => {
    expect(versionAt("2026-11-09T00:00:00Z")).to.equal("17");
    expect(versionAt("2026-11-03T03:00:00Z"), "complete at that moment").to.equal("17");
    expect(versionAt("2026-11-03T02:59:59.999Z")).to.equal("16");
    expect(versionAt("2026-11-01T12:00:00Z")).to.equal("15");
  });

  it("is nothing before the first backup was complete", () => {
    expect(versionAt("2026-11-01T02:59:59Z")).to.equal(undefined);
    expect(sourceAt([], Date.now())).to.equal(undefined);
  });
});
