/** The roles of an organization, the least first. */
const ROLES = ["viewer", "member", "admin", "owner"] as const;

type Role = (typeof ROLES)[number];

/** The least role that may change a kind of resource, as the interface asks for it. */
export const NEEDED = { deployments: "member", databases: "member", clusters: "admin" } as const satisfies Record<
  string,
  Role
>;

/** Tells whether a role may change a kind of resource; what nobody may is not offered. */
export function mayChange(role: string | null | undefined, kind: keyof typeof NEEDED): boolean {
  return ROLES.indexOf(role as Role) >= ROLES.indexOf(NEEDED[kind]);
}
