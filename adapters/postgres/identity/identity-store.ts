import { PrismaClientKnownRequestError } from "@prisma/client/runtime/client";
import type { PrismaPromise } from "@prisma/client/runtime/client";
import type { PrismaClient } from "../generated/client.ts";
import type { OrganizationModel, UserModel } from "../generated/models.ts";
import type { MailFacts } from "./mail-store.ts";

/** An account to be made together with its personal organization. */
export type NewAccount = Readonly<{
  userId: string;
  email: string;
  name: string;
  /** Null where only a login provider vouches. */
  passwordHash: string | null;
  avatarUrl: string | null;
  emailVerifiedAt: Date | null;
  isPlatformAdmin: boolean;
  organization: Readonly<{ id: string; name: string; slug: string }>;
}>;

/** An organization as one of its members sees it. */
export type OrganizationOfMember = Readonly<{ organization: OrganizationModel; role: string }>;

/** The mail that tells of a changed password. */
type PasswordNews = Readonly<{ id: string; facts: MailFacts }>;

/** Keeps users, organizations and memberships. */
export interface IdentityStore {
  /** Makes user, personal organization and ownership in one transaction; false when the e-mail is taken. */
  createAccount(account: NewAccount): Promise<boolean>;
  findUserByEmail(email: string): Promise<UserModel | null>;
  findUser(id: string): Promise<UserModel | null>;
  /** Sets the password, ends every session but the one named, and queues the mail that tells of it. */
  setPassword(userId: string, passwordHash: string, keptSessionId: string | null, news?: PasswordNews): Promise<void>;
  /** Lists the organizations of a user, personal first, newest last. */
  organizationsOf(userId: string): Promise<OrganizationOfMember[]>;
  /** Counts what the organization may own beyond the default. */
  findOrganization(id: string): Promise<OrganizationModel | null>;
}

/** Creates the store of users and organizations. */
export function createIdentityStore(prisma: PrismaClient): IdentityStore {
  return {
    createAccount: (account) => createAccount(prisma, account),
    findUserByEmail: (email) => prisma.user.findUnique({ where: { email } }),
    findUser: (id) => prisma.user.findUnique({ where: { id } }),
    async setPassword(userId, passwordHash, keptSessionId, news) {
      const others = keptSessionId === null ? { userId } : { userId, NOT: { id: keptSessionId } };
      await prisma.$transaction([
        prisma.user.update({ where: { id: userId }, data: { passwordHash } }),
        prisma.session.deleteMany({ where: others }),
        prisma.$executeRaw`SELECT pg_notify('berth_revocations', ${`user:${userId}`})`,
        ...(news === undefined ? [] : [queueNews(prisma, userId, news)]),
      ]);
    },
    async organizationsOf(userId) {
      const rows = await prisma.membership.findMany({
        where: { userId, organization: { deletedAt: null } },
        include: { organization: true },
        orderBy: [{ organization: { isPersonal: "desc" } }, { organization: { createdAt: "asc" } }],
      });
      return rows.map(({ organization, role }) => ({ organization, role }));
    },
    findOrganization: (id) => prisma.organization.findUnique({ where: { id } }),
  };
}

function queueNews(prisma: PrismaClient, userId: string, { id, facts }: PasswordNews): PrismaPromise<number> {
  return prisma.$executeRaw`INSERT INTO mails (id, kind, recipient, facts)
    SELECT ${id}::uuid, 'password_changed', email, ${JSON.stringify(facts)}::jsonb FROM users WHERE id = ${userId}::uuid`;
}

async function createAccount(prisma: PrismaClient, account: NewAccount): Promise<boolean> {
  const { userId, organization, ...user } = account;
  try {
    await prisma.$transaction([
      prisma.user.create({ data: { id: userId, ...user } }),
      prisma.organization.create({ data: { ...organization, isPersonal: true } }),
      prisma.membership.create({ data: { organizationId: organization.id, userId, role: "owner" } }),
    ]);
    return true;
  } catch (error) {
    if (error instanceof PrismaClientKnownRequestError && error.code === "P2002") return false;
    throw error;
  }
}
