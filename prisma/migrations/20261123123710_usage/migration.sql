-- AlterTable
ALTER TABLE "audit_entries" ADD COLUMN     "asked" JSONB;

-- AlterTable
ALTER TABLE "resources" ADD COLUMN     "asked_cpu_milli" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN     "asked_memory_mb" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN     "asked_nodes" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN     "asked_storage_gb" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN     "region" VARCHAR(64),
ADD COLUMN     "server_type" VARCHAR(64);

-- CreateTable
CREATE TABLE "usage_meters" (
    "resource_id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "kind" VARCHAR(32) NOT NULL,
    "name" VARCHAR(63) NOT NULL,
    "cluster_id" UUID,
    "provider" VARCHAR(64),
    "region" VARCHAR(64),
    "server_type" VARCHAR(64),
    "cpu_milli" BIGINT NOT NULL,
    "memory_mb" BIGINT NOT NULL,
    "storage_gb" BIGINT NOT NULL,
    "nodes" BIGINT NOT NULL,
    "since" TIMESTAMPTZ(3),

    CONSTRAINT "usage_meters_pkey" PRIMARY KEY ("resource_id")
);

-- CreateTable
CREATE TABLE "usage_days" (
    "resource_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "server_type" VARCHAR(64) NOT NULL DEFAULT '',
    "organization_id" UUID NOT NULL,
    "seconds" DECIMAL(20,3) NOT NULL,
    "cpu_milli_seconds" DECIMAL(30,3) NOT NULL,
    "memory_mb_seconds" DECIMAL(30,3) NOT NULL,
    "storage_gb_seconds" DECIMAL(30,3) NOT NULL,
    "node_seconds" DECIMAL(30,3) NOT NULL,

    CONSTRAINT "usage_days_pkey" PRIMARY KEY ("resource_id","day","server_type")
);

-- CreateIndex
CREATE INDEX "usage_meters_organization_id_idx" ON "usage_meters"("organization_id");

-- CreateIndex
CREATE INDEX "usage_days_organization_id_day_idx" ON "usage_days"("organization_id", "day");

-- CreateIndex
CREATE INDEX "usage_days_day_idx" ON "usage_days"("day");

-- What is there already is counted from now on, what comes later from its creation (docs/adr/0085).
INSERT INTO "platform_facts" ("name", "value", "updated_at") VALUES ('usage', 'true', now()) ON CONFLICT DO NOTHING;
