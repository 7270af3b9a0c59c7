-- AlterTable
ALTER TABLE "resources" ADD COLUMN     "custom_domain" VARCHAR(253),
ADD COLUMN     "domain_active" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "domain_claims" (
    "organization_id" UUID NOT NULL,
    "domain" VARCHAR(253) NOT NULL,
    "resource_id" UUID NOT NULL,
    "claimed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "domain_claims_pkey" PRIMARY KEY ("organization_id","domain")
);

-- CreateIndex
CREATE INDEX "resources_custom_domain_organization_id_idx" ON "resources"("custom_domain", "organization_id");

-- CreateIndex
CREATE INDEX "resources_custom_domain_domain_active_idx" ON "resources"("custom_domain", "domain_active");
