/** What became of one mutant. */
export type Mutant = Readonly<{ status: string }>;

/** How many mutants of a room the tests see. */
type MutationScore = Readonly<{
  room: string;
  seen: number;
  survived: number;
  untested: number;
  percent: number;
  isEnough: boolean;
}>;

const ENOUGH_PERCENT = 85;
/** One that never ends is seen, too. */
const SEEN: ReadonlySet<string> = new Set(["Killed", "Timeout"]);

/** Counts the mutants of a room; those that were not tried, or do not run at all, say nothing. */
export function scoreOf(room: string, mutants: readonly Mutant[]): MutationScore {
  const count = (is: (status: string) => boolean): number => mutants.filter(({ status }) => is(status)).length;
  const seen = count((status) => SEEN.has(status));
  const survived = count((status) => status === "Survived");
  const untested = count((status) => status === "NoCoverage");
  const all = seen + survived + untested;
  const percent = all === 0 ? 0 : (100 * seen) / all;
  return { room, seen, survived, untested, percent, isEnough: percent >= ENOUGH_PERCENT };
}

/** Says it in a line. */
export function tellScore({ room, seen, survived, untested, percent, isEnough }: MutationScore): string {
  const verdict = isEnough ? "enough" : `too few: ${ENOUGH_PERCENT} % are asked for`;
  return `${room}: ${percent.toFixed(1)} % of the mutants are seen (${seen} seen, ${survived} not, ${untested} on lines that no pure test runs): ${verdict}`;
}
