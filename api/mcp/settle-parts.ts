import { RefusedCall } from "./refused-call.ts";

/** Asks several things at once; one that is refused is named and left out. */
export async function settleParts(
  asked: Readonly<Record<string, () => Promise<unknown>>>,
): Promise<Readonly<{ parts: Record<string, unknown>; said: string[] }>> {
  const names = Object.keys(asked);
  const settled = await Promise.allSettled(Object.values(asked).map((ask) => ask()));
  const parts: Record<string, unknown> = {};
  const said: string[] = [];
  for (const [index, one] of settled.entries()) {
    const name = names[index] ?? "";
    if (one.status === "fulfilled") parts[name] = one.value;
    else if (one.reason instanceof RefusedCall) said.push(`No ${name} now: ${one.reason.code} (${one.reason.status}).`);
    else throw one.reason;
  }
  return { parts, said };
}
