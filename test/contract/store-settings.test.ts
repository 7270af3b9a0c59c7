import { expect } from "chai";
import { z } from "zod";
import { storeFaults, storeSettings, toShownStores, toStores, type Stores } from "../../contract/store-settings.ts";

const settings = z.object(storeSettings);
const storesOf = (given: object): Stores => toStores(settings.parse(given));
const BACKUPS = { BERTH_BACKUPS_URL: "s3://backups/berth" };
const ARCHIVE = { BERTH_ARCHIVE_URL: "s3://archives/databases" };
const DAYS = { BERTH_ARCHIVE_DAYS: "150" };

describe("Where backups are kept", () => {
  it("is nowhere unless the settings say so", () => {
    expect(storesOf({})).to.deep.equal({ archive: undefined, archiveDays: undefined, backups: undefined });
    expect(toShownStores({})).to.deep.equal({ archive: undefined, keepsBackups: false });
  });

  it("is known apart for databases, and for deployments", () => {
    const [archive, destination] = [
      { destination: "s3://archives/databases", endpoint: undefined },
      "s3://backups/berth",
    ];
    expect(storesOf({ ...ARCHIVE, ...DAYS })).to.deep.equal({ archive, archiveDays: 150, backups: undefined });
    expect(storesOf(BACKUPS)).to.deep.equal({
      archive: undefined,
      archiveDays: undefined,
      backups: { destination, endpoint: undefined, access: "role" },
    });
    expect(toShownStores(ARCHIVE)).to.deep.equal({ archive, keepsBackups: false });
    expect(toShownStores(BACKUPS)).to.deep.equal({ archive: undefined, keepsBackups: true });
  });

  it("may be elsewhere than at Amazon's, and reached by keys; its address has no password", () => {
    const endpoint = "https://s3.internal:9000";
    const keyed = { ...BACKUPS, BERTH_BACKUPS_ENDPOINT: endpoint, BERTH_BACKUPS_ACCESS: "keys" };
    expect(storesOf(keyed).backups).to.include({ endpoint, access: "keys" });
    const withUser = { ...BACKUPS, BERTH_BACKUPS_ENDPOINT: "https://key:s3cret@s3.internal" };
    expect(settings.safeParse(withUser).success).to.equal(false);
  });

  it("is no bucket of which a rule removes what newer backups still need", () => {
    const faultsOf = (given: object): readonly string[] => storeFaults(settings.parse(given));
    const shared = { ...BACKUPS, BERTH_ARCHIVE_URL: "s3://backups/databases" };
    expect(faultsOf({ ...shared, ...DAYS }).join()).to.match(/name one bucket, .* name another bucket$/);
    for (const good of [shared, { ...BACKUPS, ...DAYS }, { ...ARCHIVE, ...DAYS }, { ...BACKUPS, ...ARCHIVE, ...DAYS }])
      expect(faultsOf(good), JSON.stringify(good)).to.deep.equal([]);
  });
});
