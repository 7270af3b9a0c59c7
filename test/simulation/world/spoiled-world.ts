import { registerHooks } from "node:module";
import { spoilSource, type Spoiling } from "../../support/spoil-source.ts";
import type { World } from "./world.ts";

const ROOT = new URL("../../../", import.meta.url).href;
const MARK = "spoiled";
const decisions = new Map<string, Spoiling>();

/** Loads the world with an operator that decides as it did before a mend; the operator of other worlds stays as it ships. */
export async function spoiledWorld(decision: Spoiling): Promise<typeof World> {
  const id = String(decisions.size + 1);
  decisions.set(id, decision);
  const url = new URL(`./world.ts?${MARK}=${id}`, import.meta.url).href;
  const { World: Spoiled } = (await import(url)) as { World: typeof World };
  return Spoiled;
}

function idOf(url: string | undefined): string | undefined {
  return url === undefined ? undefined : (new URL(url).searchParams.get(MARK) ?? undefined);
}

function isOurs(url: string): boolean {
  return url.startsWith(ROOT) && !url.includes("/node_modules/");
}

/** What a marked module imports of ours is loaded once more, marked too. */
registerHooks({
  resolve: (specifier, context, next) => {
    const found = next(specifier, context);
    const id = idOf(context.parentURL);
    if (id === undefined || !isOurs(found.url) || idOf(found.url) !== undefined) return found;
    return { ...found, url: `${found.url}?${MARK}=${id}` };
  },
  load: (url, context, next) => {
    const decision = decisions.get(idOf(url) ?? "");
    const loaded = next(url, context);
    if (decision === undefined || new URL(url).href.split("?")[0] !== `${ROOT}${decision.file}`) return loaded;
    return { ...loaded, source: spoilSource(textOf(loaded.source), decision) };
  },
});

function textOf(source: string | ArrayBuffer | NodeJS.TypedArray | undefined | null): string {
  return typeof source === "string" ? source : new TextDecoder().decode(source ?? undefined);
}
