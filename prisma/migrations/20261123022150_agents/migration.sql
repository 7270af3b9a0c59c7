-- AlterTable
ALTER TABLE "audit_entries" ADD COLUMN     "application_id" UUID,
ADD COLUMN     "application_name" VARCHAR(100);

-- AlterTable
ALTER TABLE "oauth_clients" ADD COLUMN     "fetched_at" TIMESTAMPTZ(3),
ADD COLUMN     "metadata_url" VARCHAR(2048),
ADD COLUMN     "registration" VARCHAR(16) NOT NULL DEFAULT 'admin';

-- AlterTable
ALTER TABLE "oauth_records" ADD COLUMN     "audience" VARCHAR(16);

-- CreateIndex
CREATE UNIQUE INDEX "oauth_clients_metadata_url_key" ON "oauth_clients"("metadata_url");
