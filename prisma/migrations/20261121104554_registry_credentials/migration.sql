-- CreateTable
CREATE TABLE "registry_credentials" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "robot_id" INTEGER NOT NULL,
    "project" VARCHAR(255) NOT NULL,
    "username" VARCHAR(255) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "registry_credentials_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "leases" (
    "name" VARCHAR(120) NOT NULL,
    "holder" UUID NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "leases_pkey" PRIMARY KEY ("name")
);

-- CreateIndex
CREATE UNIQUE INDEX "registry_credentials_organization_id_key" ON "registry_credentials"("organization_id");
