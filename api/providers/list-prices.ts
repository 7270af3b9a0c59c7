import { HOURS_OF_MONTH } from "../../contract/rest/usage.ts";
import type { ProviderCatalog } from "./provider-catalog.ts";

/** What something is priced by. */
type Priced = Readonly<{ provider: string | null; region: string | null; serverType: string }>;
/** Node and storage hours. */
type Hours = Readonly<{ nodeHours: number; storageGbHours: number }>;

/** Prices hours by the list prices of today; a provider that cannot be asked has none. */
export class ListPrices {
  readonly #catalog: Pick<ProviderCatalog, "serverTypes" | "storagePrice">;
  readonly #known = new Map<string, Promise<number | undefined>>();

  constructor(catalog: Pick<ProviderCatalog, "serverTypes" | "storagePrice">) {
    this.#catalog = catalog;
  }

  /** Answers what hours cost in EUR; undefined where something of it has no price. */
  async costOf({ provider, region, serverType }: Priced, hours: Hours): Promise<number | undefined> {
    if (provider === null) return undefined;
    const place = region ?? undefined;
    const node = hours.nodeHours === 0 ? 0 : await this.#ofNode(provider, place, serverType);
    const storage = hours.storageGbHours === 0 ? 0 : await this.#ofStorage(provider, place);
    if (node === undefined || storage === undefined) return undefined;
    return (hours.nodeHours * node + hours.storageGbHours * storage) / HOURS_OF_MONTH;
  }

  #ofNode(provider: string, region: string | undefined, serverType: string): Promise<number | undefined> {
    return this.#once(`${provider}/${region ?? ""}/${serverType}`, async () => {
      const types = await this.#catalog.serverTypes(provider, region);
      return types.find(({ id }) => id === serverType)?.pricePerMonth;
    });
  }

  #ofStorage(provider: string, region: string | undefined): Promise<number | undefined> {
    return this.#once(`${provider}/${region ?? ""}`, async () => {
      const { perGbMonth } = await this.#catalog.storagePrice(provider, region);
      return perGbMonth;
    });
  }

  /** Asks once for all rows of an answer; no price is better than no answer. */
  #once(key: string, ask: () => Promise<string | undefined>): Promise<number | undefined> {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const asked = ask().then(
      (price) => (price === undefined ? undefined : Number(price)),
      () => undefined,
    );
    this.#known.set(key, asked);
    return asked;
  }
}
