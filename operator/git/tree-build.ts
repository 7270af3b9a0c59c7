import { EMPTY_TREE, entryCount, entryId, isFolder, makeTree, parseStarts } from "./tree.ts";
import type { Tree } from "./tree.ts";

const EMPTY_ID = EMPTY_TREE.id.toString("hex");

/** Builds the tree of that id out of fetched raw trees and the ones at hand; undefined when one is missing. */
export function buildTree(rootId: string, fetched: ReadonlyMap<string, Buffer>, old: Tree): Tree | undefined {
  return new TreeBuilder(fetched, old).build(rootId);
}

class TreeBuilder {
  readonly #fetched: ReadonlyMap<string, Buffer>;
  readonly #old: Tree;
  readonly #known = new Map<string, Tree>();
  #oldIsIndexed = false;

  constructor(fetched: ReadonlyMap<string, Buffer>, old: Tree) {
    this.#fetched = fetched;
    this.#old = old;
  }

  build(id: string): Tree | undefined {
    if (id === EMPTY_ID) return EMPTY_TREE;
    const known = this.#known.get(id);
    if (known !== undefined) return known;
    const raw = this.#fetched.get(id);
    if (raw === undefined) return this.#fromOld(id);
    const tree = this.#parse(raw);
    if (tree !== undefined) this.#known.set(id, tree);
    return tree;
  }

  #parse(fetched: Buffer): Tree | undefined {
    // A copy from Buffer's pool: the thousands of small folders then share a few big allocations.
    const raw = Buffer.from(fetched);
    const bare = makeTree(raw, parseStarts(raw), []);
    const children: (Tree | undefined)[] = [];
    let folders = 0;
    for (let index = 0; index < entryCount(bare); index += 1) {
      const child = isFolder(bare, index) ? this.build(entryId(bare, index).toString("hex")) : undefined;
      if (isFolder(bare, index) && child === undefined) return undefined;
      folders += child === undefined ? 0 : 1;
      children.push(child);
    }
    return folders === 0 ? bare : { ...bare, children };
  }

  /** The server leaves out what we said we have, wherever in the tree it stands now. */
  #fromOld(id: string): Tree | undefined {
    if (!this.#oldIsIndexed) {
      this.#oldIsIndexed = true;
      this.#index(this.#old);
    }
    return this.#known.get(id);
  }

  #index(tree: Tree): void {
    this.#known.set(tree.id.toString("hex"), tree);
    for (const child of tree.children) if (child !== undefined) this.#index(child);
  }
}
