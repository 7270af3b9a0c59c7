/** Makes a small seeded generator (mulberry32), so that a failing run can be repeated from its printed seed. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Whether simulations are to run all their cases, as they do for a night. */
export const isFull = process.env["BERTH_CHAOS"] === "full";

/** The seed that found the last fault: a run that names none repeats it; BERTH_TEST_SEED=<n> or `random` looks further. */
const SEED_DEFAULT = 926_915;

const ASKED = process.env["BERTH_TEST_SEED"];
/** The seed of this run, for what says it with each of its cases. */
export const SEED = ASKED === "random" ? Date.now() % 1_000_000 : Number(ASKED ?? SEED_DEFAULT);

/** Reads the seed of this run and prints it. */
export function testSeed(): number {
  console.log(`    seed ${SEED} (repeat with BERTH_TEST_SEED=${SEED})`);
  return SEED;
}
