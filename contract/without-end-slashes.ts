/** Takes the slashes off the end of an address; the look behind keeps many of them from taking more than linear time. */
export function withoutEndSlashes(address: string): string {
  return address.replace(/(?<!\/)\/+$/, "");
}
