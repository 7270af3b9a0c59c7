import type { CallParts } from "../../client/calls.ts";

/** Names what a button does in the address: what it says, what it is done to, and how. One operation can have two buttons on a page. */
export function deedAddress(label: string, { path, query }: CallParts): string {
  const given = Object.values<unknown>({ ...path, ...query }).filter((value) => value !== undefined);
  const parts = given.map((value) => (typeof value === "string" ? value : JSON.stringify(value)));
  return [label.toLowerCase().replaceAll(" ", "-"), ...parts].join(".");
}
