/** Rounds a decimal text to so many places, half up and without the errors of floating point. */
export function roundDecimal(text: string, places: number): string {
  const [whole = "", fraction = ""] = text.split(".");
  const scaled = BigInt(whole + fraction.padEnd(places, "0").slice(0, places));
  const isUp = (fraction[places] ?? "0") >= "5";
  const digits = (isUp ? scaled + 1n : scaled).toString().padStart(places + 1, "0");
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`;
}
