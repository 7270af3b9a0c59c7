-- CreateTable
CREATE TABLE "oauth_clients" (
    "id" UUID NOT NULL,
    "name" VARCHAR(100) NOT NULL,
    "secret_hash" BYTEA,
    "redirect_uris" TEXT[],
    "scopes" TEXT[],
    "client_uri" VARCHAR(2048),
    "logo_uri" VARCHAR(2048),
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "oauth_clients_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "oauth_records" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "model" VARCHAR(32) NOT NULL,
    "id_hash" BYTEA NOT NULL,
    "sealed_payload" BYTEA NOT NULL,
    "account_id" UUID,
    "client_id" UUID,
    "grant_hash" BYTEA,
    "scopes" TEXT[],
    "organization_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "consumed_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "oauth_records_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "oauth_clients_created_at_id_idx" ON "oauth_clients"("created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "oauth_records_grant_hash_idx" ON "oauth_records"("grant_hash");

-- CreateIndex
CREATE INDEX "oauth_records_account_id_client_id_idx" ON "oauth_records"("account_id", "client_id");

-- CreateIndex
CREATE INDEX "oauth_records_client_id_idx" ON "oauth_records"("client_id");

-- CreateIndex
CREATE INDEX "oauth_records_organization_id_idx" ON "oauth_records"("organization_id");

-- CreateIndex
CREATE INDEX "oauth_records_expires_at_idx" ON "oauth_records"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "oauth_records_model_id_hash_key" ON "oauth_records"("model", "id_hash");

-- AddForeignKey
ALTER TABLE "oauth_records" ADD CONSTRAINT "oauth_records_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "oauth_records" ADD CONSTRAINT "oauth_records_client_id_fkey" FOREIGN KEY ("client_id") REFERENCES "oauth_clients"("id") ON DELETE CASCADE ON UPDATE CASCADE;
