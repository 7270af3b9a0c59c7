import { hash } from "node:crypto";
import { BerthError } from "../../contract/errors.ts";

/** Makes the ETag "<version>.<hash of the body>" (docs/adr/0014). */
export function etagOf(version: string | number | bigint, body: string): string {
  return `"${version}.${hash("sha1", body, "base64url")}"`;
}

/** Writes the body of an answer, with its ETag. */
export function taggedText(version: string | number | bigint, body: object): Readonly<{ text: string; etag: string }> {
  const text = JSON.stringify(body);
  return { text, etag: etagOf(version, text) };
}

/** Tells whether If-None-Match names the ETag: the client has this body already. */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return tags(ifNoneMatch).some((tag) => tag === "*" || tag === etag);
}

/** Reads the versions that If-Match allows; undefined = any. */
export function versionsOf(ifMatch: string | undefined): readonly string[] | undefined {
  if (ifMatch === undefined) return undefined;
  const listed = tags(ifMatch);
  if (listed.includes("*")) return undefined;
  // A tag of another form matches no version; the empty list then refuses every one.
  return listed.flatMap((tag) => /^"([0-9]+)\.[^"]*"$/.exec(tag)?.[1] ?? []);
}

/** Refuses a change of a record that was meant for another version of it. */
export function assertVersion({ version }: Readonly<{ version: number }>, ifMatch: string | undefined): void {
  const versions = versionsOf(ifMatch);
  if (versions !== undefined && !versions.includes(String(version))) throw new BerthError("precondition_failed");
}

/** A weak tag of ours names the same body: a proxy that compresses answers weakens them. */
function tags(header: string): string[] {
  return header.split(",").map((tag) => tag.trim().replace(/^W\//, ""));
}
