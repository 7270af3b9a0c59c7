import { OPERATIONS, SOCKETS } from "../../client/generated/operations.ts";
import type { OperationId } from "../../client/operation-types.ts";

/** The roles of an organization, the least first. */
const ROLES = ["viewer", "member", "admin", "owner"] as const;

/** Who asks: the role in the organization that pages are about, and what else the interface asks for. */
export type Caller = Readonly<{ role: string | null | undefined; isPlatformAdmin: boolean; isImpersonating: boolean }>;

/** What is offered to who may: a call, or a shell. */
export type Offered = OperationId | keyof typeof SOCKETS;

type Needs = Readonly<{ role?: string; own?: true }>;

const NEEDS = { ...OPERATIONS, ...SOCKETS } as Readonly<Record<Offered, Needs>>;

/** Tells whether the interface would let a caller call an operation; what it would refuse is not offered. */
export function mayCall({ role, isPlatformAdmin, isImpersonating }: Caller, operation: Offered): boolean {
  const needs = NEEDS[operation];
  if (needs.own === true && isImpersonating) return false;
  if (needs.role === undefined) return true;
  return needs.role === "platformAdmin" ? isPlatformAdmin : rank(role) >= rank(needs.role);
}

function rank(role: string | null | undefined): number {
  return ROLES.indexOf(role as (typeof ROLES)[number]);
}
