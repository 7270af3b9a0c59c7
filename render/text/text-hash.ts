/** Hashes a text to 32 bits (FNV-1a): enough to spread schedules and to tell a few names apart, not for anything secret. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (const char of text) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
}
