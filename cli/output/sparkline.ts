const BARS = Array.from("▁▂▃▄▅▆▇█");

/** Draws values as bars of one line, from 0 to the greatest; a bar is the greatest of those that share it, a gap is where none is known. */
export function sparkline(values: readonly (number | null)[], width: number): string {
  const columns = Math.min(width, values.length);
  const most = Math.max(0, ...values.map((value) => value ?? 0));
  return Array.from({ length: columns }, (_, column) => {
    const part = values.slice(
      Math.floor((column * values.length) / columns),
      Math.floor(((column + 1) * values.length) / columns),
    );
    const known = part.filter((value) => value !== null);
    if (known.length === 0) return " ";
    const share = most === 0 ? 0 : Math.max(...known) / most;
    return BARS[Math.min(BARS.length - 1, Math.max(0, Math.ceil(share * BARS.length) - 1))] ?? "";
  }).join("");
}
