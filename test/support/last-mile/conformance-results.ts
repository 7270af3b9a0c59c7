/** How one test of the suite ended. */
export type Ended = "PASS" | "FAIL" | "SKIP";
/** What the suite says of one profile. */
export type Profile = Readonly<{ name: string; summary: string; core: Result; extended?: Result }>;
type Result = Readonly<{
  result: string;
  statistics: Readonly<{ Passed: number; Failed: number; Skipped: number }>;
  failedTests?: readonly string[];
  skippedTests?: readonly string[];
  unsupportedFeatures?: readonly string[];
}>;
/** Reads how the tests right below the suite ended, out of what Go prints. */
export function readTests(said: string): ReadonlyMap<string, Ended> {
  const ends = said.matchAll(/^ *--- (PASS|FAIL|SKIP): TestConformance\/([^/ ]+) \(/gm);
  return new Map([...ends].map(([, ended, name]) => [name ?? "", ended as Ended]));
}
