/** An image's name in full: what people leave out is filled in. */
type ImageName = Readonly<{ registry: string; repository: string; tag: string }>;

/** Whose images are named without it. */
const HUB = "docker.io";
const COMPONENT = "[a-z0-9]+(?:(?:\\.|_|__|-+)[a-z0-9]+)*";
const REPOSITORY = new RegExp(`^${COMPONENT}(?:/${COMPONENT})*$`);
const REGISTRY = /^(?:localhost|[a-z0-9-]+(?:\.[a-z0-9-]+)+|[a-z0-9-]+(?=:))(?::\d{1,5})?$/;
const TAG = /^\w[\w.-]{0,127}$/;
const LENGTH_MAX = 255;

/** Parses the name of an image as people write it, `nginx:1.29`; throws for what is none. */
export function parseImageName(text: string): ImageName {
  const [, path = "", tag = "latest"] = /^(.+?)(?::([^:/]*))?$/.exec(text) ?? [];
  const { registry, rest } = splitRegistry(path);
  const repository = registry === HUB && !rest.includes("/") ? `library/${rest}` : rest;
  if (!isRepository(repository) || !REGISTRY.test(registry) || !isTag(tag))
    throw new Error(`"${text}" is no name of an image`);
  return { registry, repository, tag };
}

/** What stands before the first slash is a registry where no repository could be named like it. */
function splitRegistry(path: string): Readonly<{ registry: string; rest: string }> {
  const slash = path.indexOf("/");
  const first = path.slice(0, Math.max(slash, 0));
  const isNamed = /[.:]/.test(first) || first === "localhost";
  return isNamed ? { registry: first, rest: path.slice(slash + 1) } : { registry: HUB, rest: path };
}

/** Writes an image's name in full. */
export function writeImageName({ registry, repository, tag }: ImageName): string {
  return `${registry}/${repository}:${tag}`;
}

/** Tells whether a text can be the path of an image at its registry. */
export function isRepository(text: string): boolean {
  return text.length <= LENGTH_MAX && REPOSITORY.test(text);
}

/** Tells whether a text can be the tag of an image. */
function isTag(text: string): boolean {
  return TAG.test(text);
}
