import { chooseFree, type PortRange } from "../../local/port-book.ts";

/** Below the ports of the embedded platform and below those from which systems take the local ends of connections, which would steal one that is free. */
const RANGE: PortRange = { first: 10_000, last: 18_000 };

/** Finds ports, no two alike. */
export async function freePorts(count: number): Promise<number[]> {
  const found = new Set<number>();
  while (found.size < count) found.add(await chooseFree(RANGE, found));
  return [...found];
}

/** Finds one port. */
export function freePort(): Promise<number> {
  return chooseFree(RANGE, new Set());
}
