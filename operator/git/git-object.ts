import { createHash, hash } from "node:crypto";

/** The object kinds that the writer makes or reads. */
export type ObjectKind = "commit" | "tree" | "blob";

/** One object to send; `delta` states it as edits of an object that the server already has. */
export type NewObject = Readonly<{
  kind: ObjectKind;
  id: Buffer;
  body: Buffer;
  delta?: Readonly<{ base: Buffer; body: Buffer }>;
}>;

/** Computes the 20-byte id that Git gives to an object. */
export function objectId(kind: ObjectKind, body: Uint8Array): Buffer {
  return createHash("sha1").update(`${kind} ${body.length}\0`).update(body).digest();
}

/** Computes the hex blob id of a file's text: what `hasContent` compares. */
export function blobId(content: string): string {
  return hash("sha1", `blob ${Buffer.byteLength(content)}\0${content}`);
}
