-- DropIndex
DROP INDEX "resources_uid_key";

-- CreateIndex
CREATE INDEX "resources_uid_idx" ON "resources"("uid");
