/** The settings of gateway and operator that name the registry; at most one of them is set. */
type Given = Readonly<{ BERTH_HARBOR_URL?: string | undefined; BERTH_REGISTRY_URL?: string | undefined }>;

/** Derives the host that the names of the organizations' own images begin with; undefined where there is no registry. */
export function registryHostOf({ BERTH_HARBOR_URL: harbor, BERTH_REGISTRY_URL: own }: Given): string | undefined {
  const url = harbor ?? own;
  return url === undefined ? undefined : new URL(url).host;
}

/** Says what is wrong with the settings together. */
export function registryHostFaults(given: Given): string[] {
  const isBoth = given.BERTH_HARBOR_URL !== undefined && given.BERTH_REGISTRY_URL !== undefined;
  return isBoth ? ["BERTH_HARBOR_URL and BERTH_REGISTRY_URL exclude each other: there is one registry"] : [];
}
