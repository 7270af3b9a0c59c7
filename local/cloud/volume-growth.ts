import type { TenantApi, TenantObject } from "./databases/tenant-api.ts";

type Claim = TenantObject &
  Readonly<{
    spec: Readonly<{ volumeName?: string; resources?: Readonly<{ requests?: Readonly<{ storage?: string }> }> }>;
    status?: Readonly<{ phase?: string; capacity?: Readonly<{ storage?: string }> }>;
  }>;

/** Gives claims the size that they ask for, as a driver of volumes does: a folder on a node has no size of its own. */
export async function growVolumes(api: TenantApi): Promise<void> {
  const claims = (await api.list<Claim>("/api/v1/persistentvolumeclaims")) ?? [];
  for (const claim of claims.filter(isShort)) {
    const { metadata, spec } = claim;
    const capacity = { storage: askedOf(claim) };
    await api.patch(`/api/v1/persistentvolumes/${spec.volumeName ?? ""}`, { spec: { capacity } });
    const path = `/api/v1/namespaces/${metadata.namespace}/persistentvolumeclaims/${metadata.name}`;
    await api.writeStatus(path, { capacity, conditions: [] });
  }
}

function isShort(claim: Claim): boolean {
  const asked = askedOf(claim);
  return claim.status?.phase === "Bound" && asked !== undefined && asked !== claim.status.capacity?.storage;
}

function askedOf({ spec }: Claim): string | undefined {
  return spec.resources?.requests?.storage;
}
