-- CreateTable
CREATE TABLE "cloud_credentials" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "provider" VARCHAR(64) NOT NULL,
    "name" VARCHAR(100) NOT NULL,
    "created_by" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "cloud_credentials_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "cloud_credentials_organization_id_created_at_id_idx" ON "cloud_credentials"("organization_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "cloud_credentials_organization_id_name_key" ON "cloud_credentials"("organization_id", "name");
