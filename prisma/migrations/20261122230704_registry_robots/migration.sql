-- CreateTable
CREATE TABLE "registry_robots" (
    "id" SERIAL NOT NULL,
    "project" VARCHAR(255) NOT NULL,
    "username" VARCHAR(255) NOT NULL,
    "secret_hash" BYTEA NOT NULL,
    "can_push" BOOLEAN NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "registry_robots_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "registry_robots_username_key" ON "registry_robots"("username");

-- CreateIndex
CREATE INDEX "registry_robots_project_idx" ON "registry_robots"("project");
