# Everything a person types. Each target first makes sure of Node, the dependencies and the database client.
NODE_VERSION := 26.10.0
NODE_OS := $(shell uname -s | tr 'A-Z' 'a-z')
NODE_ARCH := $(if $(filter aarch64 arm64,$(shell uname -m)),arm64,x64)
NODE_PACKAGE := node-$(NODE_OS)-$(NODE_ARCH)
TRUE := $(firstword $(wildcard /bin/true /usr/bin/true))
DEPENDENCIES := node_modules/.package-lock.json
CLIENT := adapters/postgres/generated/client.ts
CONSOLE := console/dist/served.json
CONSOLE_SOURCES := $(shell find console client -name dist -prune -o -type f -print) api/openapi.json tsconfig.json \
  scripts/build-console.ts scripts/form-schemas.ts

# A Node of our own comes first; where the machine's is new enough, there is none.
export PATH := $(CURDIR)/.node/node_modules/$(NODE_PACKAGE)/bin:$(CURDIR)/node_modules/.bin:$(PATH)

.PHONY: run test test-fast test-nodes test-nodes-short node-packages test-all soak check lint style types verify imports generate bench chaos mutants images release browser pictures clean ready node

run: ready
	@exec node local/main.ts

# Where CI=true a few tests of real nodes come first.
test: ready
	@node scripts/test.ts $(if $(filter true,$(CI)),--ci)

# What starts no process: for every save.
test-fast: ready
	@node scripts/test.ts --fast

# Pods that really run: as root on Linux; elsewhere the tests say what is missing, and are skipped.
test-nodes: ready
	@node scripts/test.ts --nodes

# One of them, a minute and a half: what CI runs.
test-nodes-short: ready
	@node scripts/test.ts --few-nodes

# What real nodes, and the building of their programs, need of the distribution: installs it. As root, on Debian and its kin.
NODE_PACKAGES := gcc iproute2 libc6-dev libseccomp-dev nftables procps util-linux
node-packages:
	@apt-get install --yes --no-install-recommends $(NODE_PACKAGES) >/dev/null 2>&1 || { \
	  apt-get update >/dev/null && apt-get install --yes --no-install-recommends $(NODE_PACKAGES) >/dev/null; }

# For a night: every test, then the long forms of those that have one.
test-all: ready
	@node scripts/test-all.ts

# The whole suite again and again: RUNS=3 for another number than ten.
soak: ready
	@node scripts/soak.ts

# Beside each other: none waits for another one, and all stand back behind lint, which takes longest.
check: ready
	@$(MAKE) --no-print-directory --jobs=3 lint types style verify imports

lint: ready
	@echo "Checking code"
	@eslint --cache --cache-strategy=content --cache-location=node_modules/.cache/eslint/ .

style: ready
	@echo "Checking style"
	@nice prettier --check --log-level warn --cache --cache-strategy=content --cache-location=node_modules/.cache/prettier-checked .

types: ready
	@echo "Checking types"
	@nice tsc -p . && nice tsc -p console

verify: ready
	@echo "Checking generated files"
	@nice node scripts/generate.ts --check && nice node scripts/verify-migrations.ts

imports: ready
	@echo "Checking imports"
	@nice depcruise --config .dependency-cruiser.mjs --output-type err adapters api berthctl cli client console contract local operator render

generate: ready
	@node scripts/generate.ts

bench: ready
	@node scripts/bench.ts

chaos: ready
	@node scripts/chaos.ts

# Code that is changed a little must make a test fail; ROOM=render for one of the rooms.
mutants: ready
	@node scripts/mutants.ts $(ROOM)

# The images of the README's tour, from the distribution's packages: for a machine that reaches no registry.
images: ready
	@node local/images/main.ts

# All that a release consists of, in dist/release: DRY=yes pushes it to a registry of its own, PUSH=yes where it belongs (docs/guides/releasing.md).
release: ready
	@node scripts/release.ts $(if $(IMAGES),--images) $(foreach one,$(FOR),--for $(one)) $(if $(JOIN),--join) $(if $(DRY),--dry) $(if $(PUSH),--push)

# The distribution's Chromium, which the tests of pages run in; without one they fail.
browser: ready
	@node local/browser.ts

# Takes the pictures of the console's guide anew, and those that its pages are compared with, while its stories are played.
pictures: ready
	@node scripts/pictures.ts

clean: ready
	@node local/clean.ts

ready: $(CLIENT) $(CONSOLE)

node:
	@command -v npm >/dev/null || { echo "Install Node with npm (https://nodejs.org)." >&2; exit 1; }
	@node -e 'process.exit(parseInt(process.versions.node) < 24 ? 1 : 0)' 2>/dev/null || { \
	  echo "Installing Node $(NODE_VERSION) into .node"; \
	  npm install --prefix .node --no-save --no-audit --no-fund --loglevel=error --ignore-scripts $(NODE_PACKAGE)@$(NODE_VERSION) >/dev/null; }

$(DEPENDENCIES): package-lock.json | node
	@echo "Installing dependencies, for a minute or two"
	@npm ci --ignore-scripts --no-audit --no-fund --loglevel=error >/dev/null && touch $@

$(CLIENT): prisma/schema.prisma $(DEPENDENCIES)
	@echo "Generating the database client"
	@said=$$(PRISMA_SCHEMA_ENGINE_BINARY=$(TRUE) prisma generate 2>&1) || { echo "$$said" >&2; exit 1; }
	@touch $@

$(CONSOLE): $(CONSOLE_SOURCES) $(DEPENDENCIES)
	@echo "Building the console"
	@node scripts/build-console.ts
