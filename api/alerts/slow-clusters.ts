/** Something that has the id of a cluster. */
type Cluster = Readonly<{ id: string }>;

/** The clusters that did not answer soon when they were asked last; only of those that are still looked at. */
export class SlowClusters {
  /** Who was asked longest ago comes first. */
  readonly #ids = new Set<string>();

  /** Keeps whether a cluster has answered soon. */
  note(id: string, isSoon: boolean): void {
    this.#ids.delete(id);
    if (!isSoon) this.#ids.add(id);
  }

  /** Divides those that answer soon from the others, and forgets whoever is among neither. */
  divide<T extends Cluster>(clusters: readonly T[]): Readonly<{ soon: T[]; slow: T[] }> {
    const byId = new Map(clusters.map((cluster) => [cluster.id, cluster]));
    for (const id of this.#ids) if (!byId.has(id)) this.#ids.delete(id);
    return {
      soon: clusters.filter(({ id }) => !this.#ids.has(id)),
      slow: [...this.#ids].flatMap((id) => byId.get(id) ?? []),
    };
  }
}
