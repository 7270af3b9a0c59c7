import { isFull, seededRandom } from "../../support/seeded-random.ts";

/** A disturbed run: what it tries, and which pair it covers, of a kind of effect and what befalls it there. */
export type Covering = Readonly<{ tries: string; covers: string }>;

/** How many of a story's cases are taken whatever they cover: those that stand first, and others by the seed. */
export type Least = Readonly<{ first: number; more: number }>;

const ASKED = process.env["BERTH_CHAOS_CASE"];

/**
 * Chooses which cases of each story are tried: so many of each, then by the seed whichever covers a pair that none before it
 * did, until no pair is left; which story a pair is tried in is the seed's choice.
 */
export function cover<T extends Covering>(ofStories: readonly (readonly T[])[], seed: number, least: Least): T[][] {
  if (ASKED !== undefined) return ofStories.map((cases) => cases.filter(({ tries }) => new RegExp(ASKED).test(tries)));
  if (isFull) return ofStories.map((cases) => [...cases]);
  return takeCovering(ofStories, seed, least);
}

/** The same whatever the environment asks for. */
export function takeCovering<T extends Covering>(
  ofStories: readonly (readonly T[])[],
  seed: number,
  { first, more }: Least,
): T[][] {
  const random = seededRandom(seed);
  const orders = ofStories.map((cases) => cases.slice(first).map((one) => ({ one, order: random() })));
  const rest = orders.map((all) => all.sort((a, b) => a.order - b.order).map(({ one }) => one));
  const chosen = ofStories.map((cases, story) => [...cases.slice(0, first), ...(rest[story] ?? []).slice(0, more)]);
  const covered = new Set(chosen.flat().map(({ covers }) => covers));
  const left = rest.flatMap((cases, story) => cases.slice(more).map((one) => ({ one, story, order: random() })));
  for (const { one, story } of left.sort((a, b) => a.order - b.order)) {
    if (covered.has(one.covers)) continue;
    covered.add(one.covers);
    chosen[story]?.push(one);
  }
  return chosen;
}

/** Says what kind of effect one is, whatever it is done to: `patch Cluster status` of `patch Cluster one status`. */
export function kindOfEffect(effect: string): string {
  const [verb = "", kind = "", , subresource = ""] = effect.split(" ");
  return verb === "POST" ? `${verb} ${kind.split("/").at(-1)}` : `${verb} ${kind} ${subresource}`.trim();
}

/** A death of the operator before or after one of the effects of a run, the first of which is 1. */
export type Death = Covering & Readonly<{ at: number; when: "before" | "after"; effect: string }>;

/** Lists a death before and one after each effect of a run. */
export function deathsIn(effects: readonly string[]): Death[] {
  return effects.flatMap((effect, index) =>
    (["before", "after"] as const).map((when) => ({
      tries: `a crash ${when} effect ${index + 1} (${effect})`,
      covers: `${when} ${kindOfEffect(effect)}`,
      at: index + 1,
      when,
      effect,
    })),
  );
}
