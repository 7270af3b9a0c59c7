import { idSuffix } from "../../contract/identity.ts";

/** Derives a slug that no other organization has or had: readable words of the name, then characters of the id. */
export function organizationSlug(name: string, id: string): string {
  const words = name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, 28)
    .replaceAll(/^-+|-+$/g, "");
  return `${words === "" ? "org" : words}-${idSuffix(id)}`;
}
