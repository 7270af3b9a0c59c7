-- AlterTable
ALTER TABLE "registry_credentials" ADD COLUMN     "pull_expires_at" TIMESTAMPTZ(3),
ADD COLUMN     "pull_robot_id" INTEGER;
