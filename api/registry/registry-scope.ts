/**
 * Docker's scopes (the registry's token specification): `repository:org-acme/shop:pull,push`, several of them divided by
 * blanks. What is asked for is only ever narrowed: a token has less than was asked for, or nothing, and the registry refuses.
 */

/** What somebody wants to do with one thing of the registry. */
export type RegistryScope = Readonly<{ type: string; name: string; actions: readonly string[] }>;
/** Who asks: a robot of one project. */
type ScopedRobot = Readonly<{ project: string; canPush: boolean }>;

/** More than any client asks for at once: a push names its repository and those that it mounts layers of. */
const SCOPES_MAX = 16;
const TEXT_MAX = 4_096;
const NAME_MAX = 255;
const TYPE = /^[a-z0-9]+(?:\([a-z0-9]+\))?$/;
const ACTIONS = /^(?:[a-z]+|\*)?(?:,(?:[a-z]+|\*))*$/;
/** One part of a repository's name, as the registry itself reads it. */
const PART = /^[a-z0-9]+(?:(?:\.|__?|-+)[a-z0-9]+)*$/;
const OF_PULL: readonly string[] = ["pull"];
const OF_PUSH: readonly string[] = ["pull", "push", "delete"];

/** Reads scopes; undefined when they are none. */
export function parseScopes(texts: readonly string[]): readonly RegistryScope[] | undefined {
  const all = texts.join(" ");
  if (all.length > TEXT_MAX) return undefined;
  const words = all.split(" ").filter((word) => word !== "");
  if (words.length > SCOPES_MAX) return undefined;
  const scopes = words.map(parseScope).filter((scope) => scope !== undefined);
  return scopes.length === words.length ? scopes : undefined;
}

/** A name may hold a colon, of a port: type and actions are what stands before the first and behind the last. */
function parseScope(word: string): RegistryScope | undefined {
  const [first, last] = [word.indexOf(":"), word.lastIndexOf(":")];
  const [type, name, actions] = [word.slice(0, Math.max(0, first)), word.slice(first + 1, last), word.slice(last + 1)];
  if (first === last || name === "" || !TYPE.test(type) || !ACTIONS.test(actions)) return undefined;
  return { type, name, actions: actions.split(",").filter((action) => action !== "") };
}

/** Decides what of the scopes a robot gets: in repositories of its own project only, and nothing of the registry itself. */
export function grantScopes(scopes: readonly RegistryScope[], robot: ScopedRobot): readonly RegistryScope[] {
  const allowed = robot.canPush ? OF_PUSH : OF_PULL;
  return scopes
    .filter(({ type, name }) => type === "repository" && isOf(robot.project, name))
    .map(({ type, name, actions }) => ({ type, name, actions: allowed.filter((action) => actions.includes(action)) }))
    .filter(({ actions }) => actions.length > 0);
}

/** Tells whether what was granted adds to what is stored. */
export function isPush(granted: readonly RegistryScope[]): boolean {
  return granted.some(({ actions }) => actions.includes("push"));
}

function isOf(project: string, name: string): boolean {
  const [first, ...parts] = name.split("/");
  return name.length <= NAME_MAX && first === project && parts.length > 0 && parts.every((part) => PART.test(part));
}
