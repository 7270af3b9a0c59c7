import type { Header } from "tar-stream";

/** The most that a copy may be: what a container sends is not ours to trust. */
export type CopyLimits = Readonly<{ bytes: number; entries: number }>;

/** What becomes of an entry of an archive: it is made at its path below the target, left out for a reason, or ends the copy. */
type Verdict =
  | Readonly<{ kind: "file" | "folder"; path: readonly string[] }>
  | Readonly<{ kind: "left_out"; reason: string }>
  | Readonly<{ kind: "refused"; reason: string }>;

const SEGMENT_BYTES_MAX = 255;
const DEPTH_MAX = 64;
const LEFT_OUT: Readonly<Record<string, string>> = {
  symlink: "a link",
  link: "a second name of a file",
  "character-device": "a device",
  "block-device": "a device",
  fifo: "a pipe",
};

/** Judges an entry of the archive of what was asked for by `root`; all of it has to lie below that name. */
export function judgeEntry({ name, type }: Header, root: string): Verdict {
  const segments = name.split("/").filter((segment, index) => segment !== "" || index === 0);
  if (segments[0] === ".") segments.shift();
  const fault = faultOf(segments, root);
  if (fault !== undefined) return { kind: "refused", reason: fault };
  const path = segments.slice(1);
  if (type === "directory") return { kind: "folder", path };
  if (type === "file" || type === "contiguous-file") return { kind: "file", path };
  return { kind: "left_out", reason: LEFT_OUT[type] ?? "of a kind that is not copied" };
}

function faultOf(segments: readonly string[], root: string): string | undefined {
  if (segments.some((segment) => segment === ".." || segment === "." || segment === ""))
    return "its name leads out of the folder";
  if (segments[0] !== root) return "it is not what was asked for";
  // A drive and a folder elsewhere, where a backslash or a colon is more than a sign.
  if (segments.slice(1).some((segment) => /[\0\\:]/.test(segment)))
    return "its name has a sign that no file here may have";
  if (segments.length > DEPTH_MAX) return "it lies too deep";
  const isLong = segments.some((segment) => Buffer.byteLength(segment) > SEGMENT_BYTES_MAX);
  return isLong ? "its name is too long" : undefined;
}
