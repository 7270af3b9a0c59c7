import type { OwnedInput } from "../../store/owned-input.ts";

/** What a look takes, and what the import that follows it takes. */
export type ImportBodies = Readonly<{
  preflight: OwnedInput<"preflightImport">["body"];
  whole: OwnedInput<"importCluster">["body"];
}>;

/** Makes both bodies of what the form has: a look needs neither the name nor the region that the cluster is going to have. */
export function importBodies(given: Readonly<Record<string, unknown>>): ImportBodies {
  const ofLook = Object.entries(given).filter(([member]) => member !== "name" && member !== "region");
  return {
    preflight: Object.fromEntries(ofLook) as ImportBodies["preflight"],
    whole: { ...given, acknowledge_bundle_install: true } as ImportBodies["whole"],
  };
}
