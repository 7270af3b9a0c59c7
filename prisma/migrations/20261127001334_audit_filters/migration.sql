-- CreateIndex
CREATE INDEX "audit_entries_by_actor" ON "audit_entries"("organization_id", "actor_user_id", "created_at", "action", "target_kind", "target_id", "outcome");

-- CreateIndex
CREATE INDEX "audit_entries_by_action" ON "audit_entries"("organization_id", "action", "created_at", "actor_user_id", "target_kind", "target_id", "outcome");

-- CreateIndex
CREATE INDEX "audit_entries_by_target_kind" ON "audit_entries"("organization_id", "target_kind", "created_at", "actor_user_id", "action", "target_id", "outcome");

-- CreateIndex
CREATE INDEX "audit_entries_by_target" ON "audit_entries"("organization_id", "target_id", "created_at", "actor_user_id", "action", "target_kind", "outcome");

-- CreateIndex
CREATE INDEX "audit_entries_by_outcome" ON "audit_entries"("organization_id", "outcome", "created_at", "actor_user_id", "action", "target_kind", "target_id");
