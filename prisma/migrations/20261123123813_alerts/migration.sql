-- AlterTable
ALTER TABLE "organizations" ADD COLUMN     "alerts_enabled" BOOLEAN NOT NULL DEFAULT true;

-- CreateTable
CREATE TABLE "alert_rules" (
    "resource_id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "rules" JSONB NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "alert_rules_pkey" PRIMARY KEY ("resource_id")
);

-- CreateTable
CREATE TABLE "alert_watches" (
    "resource_id" UUID NOT NULL,
    "rule" VARCHAR(32) NOT NULL,
    "organization_id" UUID NOT NULL,
    "since" TIMESTAMPTZ(3),
    "clear_since" TIMESTAMPTZ(3),
    "alert_id" UUID,
    "memory" JSONB,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "alert_watches_pkey" PRIMARY KEY ("resource_id","rule")
);

-- CreateTable
CREATE TABLE "alerts" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "kind" VARCHAR(32) NOT NULL,
    "resource_id" UUID NOT NULL,
    "resource_name" VARCHAR(63) NOT NULL,
    "cluster_id" UUID,
    "rule" VARCHAR(32) NOT NULL,
    "message" VARCHAR(1000) NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),
    "end_reason" VARCHAR(16),

    CONSTRAINT "alerts_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "alerts_organization_id_created_at_id_idx" ON "alerts"("organization_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "alerts_ended_at_idx" ON "alerts"("ended_at");
