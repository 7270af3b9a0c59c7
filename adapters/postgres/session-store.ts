import type { PrismaClient } from "./generated/client.ts";
import type { SessionModel } from "./generated/models.ts";

/** Describes a login to be recorded; the id itself is never stored, only its hash. */
export type NewSession = Readonly<{
  id: string;
  tokenHash: Buffer;
  userId: string;
  userAgent: string | null;
  ip: string | null;
  expiresAt: Date;
}>;

/** Keeps login sessions: idle for 24 h or past their end they are no longer valid. */
export interface SessionStore {
  create(session: NewSession): Promise<void>;
  /** Lists the valid sessions of a user, newest first. */
  list(userId: string): Promise<SessionModel[]>;
  /** Ends a session of the user; false when there is none. */
  end(userId: string, id: string): Promise<boolean>;
  /** Ends the session of a cookie, if it is one. */
  endByToken(tokenHash: Buffer): Promise<void>;
  /** Ends every session of the user but one. */
  endOthers(userId: string, keptId: string): Promise<void>;
  setActiveOrganization(id: string, organizationId: string): Promise<void>;
  /** Removes sessions that are no longer valid. */
  sweep(): Promise<void>;
}

const IDLE_MS = 24 * 3_600_000;

/** Creates the store of login sessions. */
export function createSessionStore(prisma: PrismaClient): SessionStore {
  const idleSince = (): Date => new Date(Date.now() - IDLE_MS);
  return {
    async create(session) {
      const { tokenHash, userAgent, ...rest } = session;
      const data = { ...rest, userAgent: userAgent?.slice(0, 500) ?? null, tokenHash: new Uint8Array(tokenHash) };
      await prisma.session.create({ data });
    },
    list: (userId) =>
      prisma.session.findMany({
        where: { userId, expiresAt: { gt: new Date() }, lastUsedAt: { gt: idleSince() } },
        orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      }),
    async end(userId, id) {
      const [ended] = await prisma.$transaction([
        prisma.session.deleteMany({ where: { userId, id } }),
        prisma.$executeRaw`SELECT pg_notify('berth_revocations', ${`session:${id}`})`,
      ]);
      return ended.count > 0;
    },
    async endByToken(tokenHash) {
      await prisma.session.deleteMany({ where: { tokenHash: new Uint8Array(tokenHash) } });
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
      const over = [{ expiresAt: { lt: new Date() } }, { lastUsedAt: { lt: idleSince() } }];
      await prisma.session.deleteMany({ where: { OR: over } });
    },
  };
}
