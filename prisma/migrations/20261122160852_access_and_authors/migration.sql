-- AlterTable
ALTER TABLE "audit_entries" ADD COLUMN     "generation" BIGINT;

-- AlterTable
ALTER TABLE "cluster_access" ADD COLUMN     "ended_at" TIMESTAMPTZ(3),
ADD COLUMN     "id" UUID NOT NULL DEFAULT gen_random_uuid(),
ADD COLUMN     "session_id" UUID,
ADD COLUMN     "tried_at" TIMESTAMPTZ(3);

-- CreateIndex
CREATE UNIQUE INDEX "cluster_access_id_key" ON "cluster_access"("id");

-- CreateIndex
CREATE INDEX "cluster_access_user_id_noted_at_idx" ON "cluster_access"("user_id", "noted_at");
