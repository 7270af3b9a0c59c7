/** Describes a fault for the log, with what caused it; members that libraries hang on their errors are left out. */
export function describeFault(error: unknown): string {
  if (!(error instanceof Error)) return "Something that is no error was thrown";
  const own = error.stack ?? `${error.name}: ${error.message}`;
  return error.cause === undefined ? own : `${own}\nCaused by: ${describeFault(error.cause)}`;
}
