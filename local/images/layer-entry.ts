/** One member of a layer. Its owner is root and its time the epoch, so that equal members make equal layers. */
export type LayerEntry = Readonly<{ path: string; mode: number }> &
  (
    | Readonly<{ type: "folder" }>
    | Readonly<{ type: "link"; target: string }>
    | Readonly<{ type: "file"; content: string | Buffer }>
    /** A file of this machine, by its path. */
    | Readonly<{ type: "copy"; from: string; sizeBytes: number }>
  );

const FOLDER_MODE = 0o755;
const PATH_BYTES_MAX = 4096;
/** In a layer such a name takes another member away. */
const WHITEOUT = ".wh.";

/** Brings entries into the one order that a layer has, with the folders that they lie in; refuses what would leave the image. */
export function arrangeEntries(entries: readonly LayerEntry[]): readonly LayerEntry[] {
  const byPath = new Map<string, LayerEntry>();
  for (const entry of entries) {
    assertPath(entry.path);
    if (byPath.has(entry.path)) throw new Error(`${quote(entry.path)} is there twice`);
    if (!Number.isInteger(entry.mode) || entry.mode < 0 || entry.mode > 0o7777)
      throw new Error(`${quote(entry.path)} has a mode that no file has: ${entry.mode}`);
    if (entry.type === "link" && (entry.target === "" || entry.target.includes("\0")))
      throw new Error(`${quote(entry.path)} links to nothing`);
    byPath.set(entry.path, entry);
  }
  for (const { path } of entries) addParents(path, byPath);
  return [...byPath.values()].sort((one, other) => (one.path < other.path ? -1 : 1));
}

function addParents(path: string, byPath: Map<string, LayerEntry>): void {
  for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) {
    const parent = path.slice(0, end);
    const known = byPath.get(parent);
    // Through a link a member would land elsewhere, outside the image even.
    if (known !== undefined && known.type !== "folder")
      throw new Error(`${quote(path)} lies below ${quote(parent)}, which is no folder`);
    if (known === undefined) byPath.set(parent, { type: "folder", path: parent, mode: FOLDER_MODE });
  }
}

function assertPath(path: string): void {
  const parts = path.split("/");
  const isHostile =
    path.includes("\0") ||
    Buffer.byteLength(path) > PATH_BYTES_MAX ||
    parts.some((part) => part === "" || part === "." || part === ".." || part.startsWith(WHITEOUT));
  if (isHostile) throw new Error(`${quote(path)} is no path inside an image`);
}

function quote(text: string): string {
  return JSON.stringify(text);
}
