-- AlterTable
ALTER TABLE "invitations" ADD COLUMN     "is_mailed" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "sessions" ADD COLUMN     "idle_at" TIMESTAMPTZ(3) NOT NULL DEFAULT (now() + '24:00:00'::interval);

-- CreateTable
CREATE TABLE "invoice_settings" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "company_name" VARCHAR(200),
    "contact_email" VARCHAR(254) NOT NULL,
    "address_line1" VARCHAR(200) NOT NULL,
    "address_line2" VARCHAR(200),
    "city" VARCHAR(200) NOT NULL,
    "postal_code" VARCHAR(20) NOT NULL,
    "country_code" VARCHAR(2) NOT NULL,
    "vat_number" VARCHAR(20),
    "vat_number_verified" BOOLEAN NOT NULL DEFAULT false,
    "vat_consultation" VARCHAR(60),
    "vat_checked_at" TIMESTAMPTZ(3),
    "vat_check_due_at" TIMESTAMPTZ(3),
    "vat_check_leased_until" TIMESTAMPTZ(3),
    "vat_check_attempts" INTEGER NOT NULL DEFAULT 0,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "invoice_settings_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "cluster_access" (
    "cluster_id" UUID NOT NULL,
    "secret_name" VARCHAR(120) NOT NULL,
    "user_id" UUID NOT NULL,
    "api_key_id" UUID,
    "noted_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "cluster_access_pkey" PRIMARY KEY ("cluster_id","secret_name")
);

-- CreateTable
CREATE TABLE "mailed_tokens" (
    "token_hash" BYTEA NOT NULL,
    "user_id" UUID NOT NULL,
    "purpose" VARCHAR(16) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "mailed_tokens_pkey" PRIMARY KEY ("token_hash")
);

-- CreateTable
CREATE TABLE "mails" (
    "id" UUID NOT NULL,
    "kind" VARCHAR(16) NOT NULL,
    "recipient" VARCHAR(254) NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "mails_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "invoice_settings_organization_id_key" ON "invoice_settings"("organization_id");

-- CreateIndex
CREATE INDEX "invoice_settings_vat_check_due_at_idx" ON "invoice_settings"("vat_check_due_at");

-- CreateIndex
CREATE INDEX "cluster_access_expires_at_idx" ON "cluster_access"("expires_at");

-- CreateIndex
CREATE INDEX "mailed_tokens_user_id_purpose_idx" ON "mailed_tokens"("user_id", "purpose");

-- CreateIndex
CREATE INDEX "mailed_tokens_expires_at_idx" ON "mailed_tokens"("expires_at");

-- CreateIndex
CREATE INDEX "mails_next_attempt_at_idx" ON "mails"("next_attempt_at");

-- CreateIndex
CREATE INDEX "mails_recipient_kind_idx" ON "mails"("recipient", "kind");

-- AddForeignKey
ALTER TABLE "mailed_tokens" ADD CONSTRAINT "mailed_tokens_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
