/** Tells whether a suite of real nodes can run; in CI, where nobody reads what was skipped, it fails with what is missing. */
export function isRun(lacks: readonly string[], isCI: boolean): boolean {
  if (lacks.length > 0 && isCI)
    throw new Error(`Real nodes cannot run here, and CI skips none of their tests: ${lacks.join("; ")}.`);
  return lacks.length === 0;
}
