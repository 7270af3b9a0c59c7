-- AlterTable
ALTER TABLE "billing_accounts" DROP COLUMN "lease_id",
DROP COLUMN "leased_until";
