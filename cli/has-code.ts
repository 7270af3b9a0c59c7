/** Tells whether what was thrown is an error of the system with a code, such as ENOENT. */
export function hasCode(fault: unknown, code: string): boolean {
  return fault instanceof Error && "code" in fault && fault.code === code;
}
