const digit = (from: number, to: number): string => (from === to ? String(from) : `[${from}-${to}]`);
const any = (count: number): string => (count === 0 ? "" : `[0-9]${count === 1 ? "" : `{${count}}`}`);
const oneOf = (parts: readonly string[]): string => (parts.length === 1 ? (parts[0] ?? "") : `(${parts.join("|")})`);

/** Writes a pattern of the whole numbers in a range: a variable of the environment is text, and has its bounds in no other way. */
export function numberPattern(min: number, max: number): string {
  const parts: string[] = [];
  for (let length = String(min).length; length <= String(max).length; length += 1) {
    const least = Math.max(min, length === 1 ? 0 : 10 ** (length - 1));
    parts.push(...ofOneLength(String(least), String(Math.min(max, 10 ** length - 1))));
  }
  return `^0*${oneOf(parts)}$`;
}

function ofOneLength(least: string, most: string): string[] {
  const [first, last, rest] = [Number(least[0]), Number(most[0]), least.length - 1];
  if (rest === 0) return [digit(first, last)];
  const isOpenBelow = Number(least.slice(1)) === 0;
  const isOpenAbove = /^9+$/.test(most.slice(1));
  if (first === last && !(isOpenBelow && isOpenAbove))
    return [`${first}${oneOf(ofOneLength(least.slice(1), most.slice(1)))}`];
  const from = isOpenBelow ? first : first + 1;
  const to = isOpenAbove ? last : last - 1;
  return [
    ...(isOpenBelow ? [] : [`${first}${oneOf(ofOneLength(least.slice(1), "9".repeat(rest)))}`]),
    ...(from > to ? [] : [`${digit(from, to)}${any(rest)}`]),
    ...(isOpenAbove ? [] : [`${last}${oneOf(ofOneLength("0".repeat(rest), most.slice(1)))}`]),
  ];
}
