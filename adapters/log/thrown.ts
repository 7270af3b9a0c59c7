/** Puts what was thrown into words; it need not be an error. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/** Puts what was thrown into words, with its stack where it has one. */
export function stackOf(thrown: unknown): string {
  return thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
}

/** Names what was thrown by its code or its kind: its message may quote what a log must not have. */
export function codeOf(thrown: unknown): string {
  const { code } = thrown as { code?: unknown };
  if (typeof code === "string") return code;
  return thrown instanceof Error ? thrown.name : "unknown";
}

/** Returns what was thrown as an error. */
export function errorOf(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}
