/** What a commit says of one resource that it delivered. */
export type ReadTrailers = Readonly<{
  resource: string;
  generation: number;
  requestId: string | undefined;
  author: string | undefined;
  /** The folder of what was deleted. */
  removes: string | undefined;
}>;

/** Reads the trailers of our commits (commit-message.ts): each resource's lines begin with its name. */
export function readTrailers(message: string): ReadTrailers[] {
  const [, ...blocks] = message.split(/^Berth-Resource: /m);
  return blocks.flatMap((block) => {
    const generation = Number(lineOf(block, "Generation"));
    if (!Number.isSafeInteger(generation) || generation < 1) return [];
    const resource = block.slice(0, block.indexOf("\n"));
    const [requestId, author] = [lineOf(block, "Request-Id"), lineOf(block, "User")];
    return [{ resource, generation, requestId, author, removes: lineOf(block, "Removed") }];
  });
}

function lineOf(block: string, key: string): string | undefined {
  return new RegExp(`^Berth-${key}: (.+)$`, "m").exec(block)?.[1];
}
