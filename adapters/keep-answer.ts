/** Makes what asks once for everybody who waits, and keeps the answer for a while; one that failed is asked for anew by the next. */
export function keepAnswer<T>(find: () => Promise<T>, freshMs: number): () => Promise<T> {
  let kept: Readonly<{ answer: Promise<T>; untilMs: number }> | undefined;
  return () => {
    if (kept !== undefined && performance.now() < kept.untilMs) return kept.answer;
    const asked = { answer: find(), untilMs: performance.now() + freshMs };
    kept = asked;
    asked.answer.catch(() => {
      if (kept === asked) kept = undefined;
    });
    return asked.answer;
  };
}
