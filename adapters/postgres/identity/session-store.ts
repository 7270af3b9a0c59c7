import type { PrismaPromise } from "@prisma/client/runtime/client";
import type { PrismaClient } from "../generated/client.ts";
import type { SessionModel } from "../generated/models.ts";

/** A login to be recorded; the id itself is never stored, only its hash. */
type NewSession = Readonly<{
  id: string;
  tokenHash: Buffer;
  userId: string;
  userAgent: string | null;
  ip: string | null;
  expiresAt: Date;
  /** Whether a second factor was shown. */
  secondFactor?: boolean;
}>;

/** A session in which a platform admin acts as another user. */
type NewImpersonation = NewSession & Readonly<{ actorUserId: string; parentSessionId: string; reason: string }>;

/** Keeps login sessions: unused for too long or past their end they are no longer valid. */
export interface SessionStore {
  create(session: NewSession): Promise<void>;
  /** Creates a session that a password has opened; false when it is no longer the account's. */
  createIfPassword(session: NewSession, passwordHash: string): Promise<boolean>;
  /** Lists the valid sessions of a user, newest first. */
  list(userId: string): Promise<SessionModel[]>;
  /** Ends a session of the user; false when there is none. */
  end(userId: string, id: string): Promise<boolean>;
  /** Starts an impersonation; the admin's own session waits under an id that nobody knows. False when it has ended. */
  impersonate(session: NewImpersonation, parkedHash: Buffer): Promise<boolean>;
  /** Ends an impersonation and gives the admin's session a new id; undefined when that session has ended. */
  stopImpersonating(id: string, tokenHash: Buffer): Promise<SessionModel | undefined>;
  /** Ends the session of a cookie, if it is one, and the one that waits behind it. */
  endByToken(tokenHash: Buffer): Promise<void>;
  /** Ends every session of the user but one. */
  endOthers(userId: string, keptId: string): Promise<void>;
  setActiveOrganization(id: string, organizationId: string): Promise<void>;
  /** Removes sessions that are no longer valid. */
  sweep(): Promise<void>;
}

/** Creates the store of login sessions. */
export function createSessionStore(prisma: PrismaClient, { idleMs }: Readonly<{ idleMs: number }>): SessionStore {
  const idleAt = (): Date => new Date(Date.now() + idleMs);
  return {
    async create(session) {
      await prisma.session.create({ data: { ...toData(session), idleAt: idleAt() } });
    },
    createIfPassword: (session, passwordHash) =>
      createIfPassword(prisma, { ...toData(session), idleAt: idleAt() }, passwordHash),
    list: (userId) =>
      prisma.session.findMany({
        where: { userId, actorUserId: null, expiresAt: { gt: new Date() }, idleAt: { gt: new Date() } },
        orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      }),
    async end(userId, id) {
      const [ended] = await prisma.$transaction([
        prisma.session.deleteMany({ where: { userId, id } }),
        announceEnd(prisma, id),
      ]);
      return ended.count > 0;
    },
    impersonate: (session, parkedHash) => impersonate(prisma, session, { parkedHash, idleAt: idleAt() }),
    stopImpersonating: (id, tokenHash) => stopImpersonating(prisma, id, { tokenHash, idleAt: idleAt() }),
    async endByToken(tokenHash) {
      const session = await prisma.session.findUnique({ where: { tokenHash: new Uint8Array(tokenHash) } });
      if (session === null) return;
      const ids = [session.id, ...(session.parentSessionId === null ? [] : [session.parentSessionId])];
      await prisma.$transaction([
        prisma.session.deleteMany({ where: { id: { in: ids } } }),
        announceEnd(prisma, session.id),
      ]);
    },
    async endOthers(userId, keptId) {
      await prisma.$transaction([
        prisma.session.deleteMany({ where: { userId, NOT: { id: keptId } } }),
        prisma.$executeRaw`SELECT pg_notify('berth_revocations', ${`user:${userId}`})`,
      ]);
    },
    async setActiveOrganization(id, organizationId) {
      await prisma.session.updateMany({ where: { id }, data: { activeOrganizationId: organizationId } });
    },
    async sweep() {
      const over = [{ expiresAt: { lt: new Date() } }, { idleAt: { lt: new Date() } }];
      await prisma.session.deleteMany({ where: { OR: over } });
    },
  };
}

async function createIfPassword(
  prisma: PrismaClient,
  data: ReturnType<typeof toData<NewSession>> & Readonly<{ idleAt: Date }>,
  passwordHash: string,
): Promise<boolean> {
  return prisma.$transaction(async (db) => {
    // Whoever changes the password and ends its sessions has locked this row: one of us comes after the other.
    const [user] = await db.$queryRaw<{ password_hash: string | null }[]>`
      SELECT password_hash FROM users WHERE id = ${data.userId}::uuid FOR SHARE`;
    if (user?.password_hash !== passwordHash) return false;
    await db.session.create({ data });
    return true;
  });
}

function toData<T extends NewSession>({ tokenHash, userAgent, ...rest }: T) {
  return { ...rest, userAgent: userAgent?.slice(0, 500) ?? null, tokenHash: new Uint8Array(tokenHash) };
}

/** The admin's own session does not idle away while it waits. */
async function impersonate(
  prisma: PrismaClient,
  session: NewImpersonation,
  { parkedHash, idleAt }: Readonly<{ parkedHash: Buffer; idleAt: Date }>,
): Promise<boolean> {
  const waitsUntil = new Date(Math.max(idleAt.getTime(), session.expiresAt.getTime()));
  return prisma.$transaction(async (db) => {
    const parked = await db.session.updateMany({
      where: { id: session.parentSessionId, userId: session.actorUserId },
      data: { tokenHash: new Uint8Array(parkedHash), idleAt: waitsUntil },
    });
    if (parked.count === 0) return false;
    await db.session.create({ data: { ...toData(session), idleAt } });
    return true;
  });
}

async function stopImpersonating(
  prisma: PrismaClient,
  id: string,
  { tokenHash, idleAt }: Readonly<{ tokenHash: Buffer; idleAt: Date }>,
): Promise<SessionModel | undefined> {
  return prisma.$transaction(async (db) => {
    const ended = await db.session.delete({ where: { id } }).catch(() => undefined);
    await announceEnd(db, id);
    const parentId = ended?.parentSessionId ?? null;
    if (parentId === null) return undefined;
    const restored = await db.session.updateManyAndReturn({
      where: { id: parentId, expiresAt: { gt: new Date() } },
      data: { tokenHash: new Uint8Array(tokenHash), lastUsedAt: new Date(), idleAt },
    });
    return restored[0];
  });
}

function announceEnd(prisma: Pick<PrismaClient, "$executeRaw">, id: string): PrismaPromise<number> {
  return prisma.$executeRaw`SELECT pg_notify('berth_revocations', ${`session:${id}`})`;
}
