-- CreateTable
CREATE TABLE "users" (
    "id" UUID NOT NULL,
    "email" VARCHAR(254) NOT NULL,
    "name" VARCHAR(200) NOT NULL,
    "avatar_url" VARCHAR(2048),
    "password_hash" TEXT,
    "is_platform_admin" BOOLEAN NOT NULL DEFAULT false,
    "email_verified_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "organizations" (
    "id" UUID NOT NULL,
    "name" VARCHAR(200) NOT NULL,
    "slug" VARCHAR(40) NOT NULL,
    "avatar_url" VARCHAR(2048),
    "is_personal" BOOLEAN NOT NULL DEFAULT false,
    "is_system" BOOLEAN NOT NULL DEFAULT false,
    "feature_flags" JSONB NOT NULL DEFAULT '{}',
    "quotas" JSONB NOT NULL DEFAULT '{}',
    "version" INTEGER NOT NULL DEFAULT 1,
    "deleted_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "organizations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "memberships" (
    "organization_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "role" VARCHAR(16) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "memberships_pkey" PRIMARY KEY ("organization_id","user_id")
);

-- CreateTable
CREATE TABLE "sessions" (
    "id" UUID NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "user_id" UUID NOT NULL,
    "active_organization_id" UUID,
    "actor_user_id" UUID,
    "parent_session_id" UUID,
    "reason" VARCHAR(500),
    "user_agent" VARCHAR(500),
    "ip" VARCHAR(64),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_keys" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "organization_id" UUID,
    "name" VARCHAR(100) NOT NULL,
    "description" VARCHAR(500),
    "key_prefix" VARCHAR(16) NOT NULL,
    "key_hash" BYTEA NOT NULL,
    "scopes" TEXT[],
    "unrestricted" BOOLEAN NOT NULL DEFAULT true,
    "version" INTEGER NOT NULL DEFAULT 1,
    "last_used_at" TIMESTAMPTZ(3),
    "last_used_ip" VARCHAR(64),
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "api_keys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "resources" (
    "id" UUID NOT NULL,
    "uid" VARCHAR(64) NOT NULL,
    "kind" VARCHAR(32) NOT NULL,
    "namespace" VARCHAR(63) NOT NULL,
    "object_name" VARCHAR(253) NOT NULL,
    "display_name" VARCHAR(63) NOT NULL,
    "organization_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "cluster_id" UUID,
    "status" VARCHAR(32) NOT NULL,
    "provider" VARCHAR(64),
    "tier" VARCHAR(16),
    "engine" VARCHAR(16),
    "hidden" BOOLEAN NOT NULL DEFAULT false,
    "settled" BOOLEAN NOT NULL DEFAULT false,
    "generation" BIGINT NOT NULL,
    "resource_version" DECIMAL(20,0) NOT NULL,
    "mirrored_version" DECIMAL(20,0) NOT NULL DEFAULT 0,
    "body" JSON NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "observed_at" TIMESTAMPTZ(3),
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "resources_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "changes" (
    "seq" BIGSERIAL NOT NULL,
    "kind" VARCHAR(32) NOT NULL,
    "resource_id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "type" VARCHAR(16) NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "changes_pkey" PRIMARY KEY ("seq")
);

-- CreateTable
CREATE TABLE "names" (
    "cluster_id" UUID NOT NULL,
    "kind" VARCHAR(32) NOT NULL,
    "name" VARCHAR(63) NOT NULL,
    "resource_id" UUID NOT NULL,
    "reserved_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "names_pkey" PRIMARY KEY ("cluster_id","kind","name")
);

-- CreateTable
CREATE TABLE "revisions" (
    "resource_id" UUID NOT NULL,
    "revision" INTEGER NOT NULL,
    "commit" VARCHAR(64) NOT NULL,
    "generation" BIGINT NOT NULL,
    "author" VARCHAR(64),
    "request_id" VARCHAR(64),
    "message" VARCHAR(500) NOT NULL,
    "spec" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "revisions_pkey" PRIMARY KEY ("resource_id","revision")
);

-- CreateTable
CREATE TABLE "audit_entries" (
    "id" UUID NOT NULL,
    "request_id" VARCHAR(64) NOT NULL,
    "actor_user_id" UUID,
    "impersonator_id" UUID,
    "principal" VARCHAR(32) NOT NULL,
    "organization_id" UUID,
    "action" VARCHAR(64) NOT NULL,
    "target_kind" VARCHAR(32),
    "target_id" UUID,
    "changes" JSONB,
    "source_address" VARCHAR(64),
    "outcome" VARCHAR(16) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "closed_at" TIMESTAMPTZ(3),

    CONSTRAINT "audit_entries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "idempotency_keys" (
    "principal" VARCHAR(80) NOT NULL,
    "key" VARCHAR(128) NOT NULL,
    "operation" VARCHAR(200) NOT NULL,
    "fingerprint" BYTEA NOT NULL,
    "request_id" VARCHAR(64) NOT NULL,
    "record_id" UUID,
    "generation" BIGINT,
    "status" INTEGER,
    "body" JSONB,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("principal","key")
);

-- CreateTable
CREATE TABLE "platform_facts" (
    "name" VARCHAR(64) NOT NULL,
    "value" JSONB NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "platform_facts_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "region_overrides" (
    "provider" VARCHAR(64) NOT NULL,
    "region" VARCHAR(64) NOT NULL,
    "enabled" BOOLEAN NOT NULL,
    "reason" VARCHAR(500),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "region_overrides_pkey" PRIMARY KEY ("provider","region")
);

-- CreateIndex
CREATE UNIQUE INDEX "users_email_key" ON "users"("email");

-- CreateIndex
CREATE UNIQUE INDEX "organizations_slug_key" ON "organizations"("slug");

-- CreateIndex
CREATE INDEX "memberships_user_id_idx" ON "memberships"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "sessions_token_hash_key" ON "sessions"("token_hash");

-- CreateIndex
CREATE INDEX "sessions_user_id_idx" ON "sessions"("user_id");

-- CreateIndex
CREATE INDEX "sessions_expires_at_idx" ON "sessions"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "api_keys_key_hash_key" ON "api_keys"("key_hash");

-- CreateIndex
CREATE INDEX "api_keys_user_id_created_at_idx" ON "api_keys"("user_id", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "resources_uid_key" ON "resources"("uid");

-- CreateIndex
CREATE INDEX "resources_kind_organization_id_created_at_id_idx" ON "resources"("kind", "organization_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "resources_cluster_id_kind_idx" ON "resources"("cluster_id", "kind");

-- CreateIndex
CREATE INDEX "resources_kind_namespace_object_name_idx" ON "resources"("kind", "namespace", "object_name");

-- CreateIndex
CREATE INDEX "resources_deleted_at_idx" ON "resources"("deleted_at");

-- CreateIndex
CREATE INDEX "changes_at_idx" ON "changes"("at");

-- CreateIndex
CREATE INDEX "names_resource_id_idx" ON "names"("resource_id");

-- CreateIndex
CREATE UNIQUE INDEX "revisions_resource_id_generation_key" ON "revisions"("resource_id", "generation");

-- CreateIndex
CREATE INDEX "audit_entries_organization_id_created_at_idx" ON "audit_entries"("organization_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "audit_entries_outcome_created_at_idx" ON "audit_entries"("outcome", "created_at");

-- CreateIndex
CREATE INDEX "audit_entries_request_id_idx" ON "audit_entries"("request_id");

-- CreateIndex
CREATE INDEX "idempotency_keys_started_at_idx" ON "idempotency_keys"("started_at");

-- AddForeignKey
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
