-- AlterTable
ALTER TABLE "registry_robots" ALTER COLUMN "id" DROP DEFAULT;
DROP SEQUENCE "registry_robots_id_seq";
