type Chosen = Readonly<{
  image_update_strategy: string | null;
  image_update_constraint: string | null;
  docker_image: string | null;
}>;

/** Says in words which newer images are taken; undefined where none are. */
export function sayImagePolicy({
  image_update_strategy: strategy,
  image_update_constraint: constraint,
  docker_image: image,
}: Chosen): string | undefined {
  switch (strategy) {
    case null:
    case "none":
      return undefined;
    case "semver":
      return constraint === null ? "The highest version" : `The highest version within ${constraint}`;
    case "newest-build":
      return "The newest build";
    case "alphabetical":
      return "The last name by the alphabet";
    case "digest":
      return `What ${constraint ?? `the tag of ${image ?? "its image"}`} leads to, as it moves`;
    default:
      return strategy;
  }
}
