import { chooseFree, type PortRange } from "../../local/port-book.ts";

/**
 * Below the ports of the embedded platform and below those from which systems take the local ends of connections, which would
 * steal one that is free; above 10080, the highest that `fetch` refuses as a bad port.
 */
const FIRST = 11_000;
const PER_SLOT = 1_000;
const SLOTS = 7;

/** Each test process that runs beside others has ports of its own: between the choice of one and its use nobody else takes it. */
const slot = Number(process.env["BERTH_TEST_SLOT"] ?? process.pid) % SLOTS;
const RANGE: PortRange = { first: FIRST + slot * PER_SLOT, last: FIRST + (slot + 1) * PER_SLOT };
const given = new Set<number>();

/** Finds ports, no two alike, and none that this process was given before. */
export async function freePorts(count: number): Promise<number[]> {
  const found: number[] = [];
  while (found.length < count) found.push(await freePort());
  return found;
}

/** Finds one port. */
export async function freePort(): Promise<number> {
  // Long ago is long enough: what had those has ended.
  if (given.size > PER_SLOT / 2) given.clear();
  for (;;) {
    const port = await chooseFree(RANGE, given);
    // Another search may have found it meanwhile.
    if (!given.has(port)) {
      given.add(port);
      return port;
    }
  }
}
