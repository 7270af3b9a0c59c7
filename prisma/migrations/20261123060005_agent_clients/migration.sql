-- AlterTable
ALTER TABLE "oauth_clients" ADD COLUMN     "consented_at" TIMESTAMPTZ(3);
