-- AlterTable
ALTER TABLE "resources" ADD COLUMN     "detail" JSON;
