-- CreateTable
CREATE TABLE "billing_accounts" (
    "organization_id" UUID NOT NULL,
    "customer_key" UUID NOT NULL,
    "customer_id" VARCHAR(64),
    "usable" BOOLEAN NOT NULL DEFAULT false,
    "read_at" TIMESTAMPTZ(6),
    "removing_since" TIMESTAMPTZ(3),
    "lease_id" UUID,
    "leased_until" TIMESTAMPTZ(3),

    CONSTRAINT "billing_accounts_pkey" PRIMARY KEY ("organization_id")
);

-- CreateTable
CREATE TABLE "first_payments" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "payment_id" VARCHAR(64),
    "checkout_url" VARCHAR(2048),
    "status" VARCHAR(16) NOT NULL DEFAULT 'open',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "first_payments_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "billing_accounts_customer_id_key" ON "billing_accounts"("customer_id");

-- CreateIndex
CREATE UNIQUE INDEX "first_payments_payment_id_key" ON "first_payments"("payment_id");

-- CreateIndex
CREATE INDEX "first_payments_organization_id_created_at_idx" ON "first_payments"("organization_id", "created_at");
