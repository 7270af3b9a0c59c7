-- CreateIndex
CREATE INDEX "changes_organization_id_seq_idx" ON "changes"("organization_id", "seq");
