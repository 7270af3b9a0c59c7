-- AlterTable
ALTER TABLE "organizations" ADD COLUMN     "exec_enabled" BOOLEAN NOT NULL DEFAULT true;
