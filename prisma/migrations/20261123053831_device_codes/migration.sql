-- AlterTable
ALTER TABLE "oauth_records" ADD COLUMN     "user_code_hash" BYTEA;

-- CreateIndex
CREATE UNIQUE INDEX "oauth_records_user_code_hash_key" ON "oauth_records"("user_code_hash");
