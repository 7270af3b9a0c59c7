import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { createPool } from "../../adapters/postgres/pool.ts";
import { createBerthClient } from "../support/berth-client.ts";
import { readDocuments } from "../support/documents.ts";
import { planOf } from "../support/guide-plan.ts";
import { startComments, type Comments } from "../support/comments-double.ts";
import { startPlatform, type Platform } from "../support/platform.ts";
import { followGuide, type Followed } from "../support/run-guide.ts";
import { isFull } from "../support/seeded-random.ts";

/** The README is followed by itself, the guides one after the other in one shell's variables: later ones go on with what earlier ones made. */
const ORDER = [
  "README.md",
  ...[
    "rest",
    "ci",
    "adopting-workloads",
    "kubectl",
    "argocd",
    "terraform",
    "backstage",
    "databases",
    "database-operations",
    "cluster-life",
  ].map((name) => `docs/guides/${name}.md`),
  ...["disaster-recovery", "upgrading", "installing", "from-nothing"].map((name) => `docs/guides/${name}.md`),
];
/** By day the first that people follow; the others are for a night (`make test-all`). */
const FOLLOWED = isFull ? ORDER : ORDER.slice(0, 2);
const GUIDES = readDocuments("README.md", "docs/guides/*.md");
const DEADLINE_MS = 600_000;
const PASSWORD = "correct horse battery";

/** What runs on a cluster of Ada's before Berth takes it over. */
const THEIRS = `
\`\`\`sh
THEIRS=theirs.kubeconfig
ask -H 'Accept: application/yaml' "$API/clusters/$CLUSTER/kubeconfig" > "$THEIRS"
kubectl --kubeconfig "$THEIRS" create namespace shop
kubectl --kubeconfig "$THEIRS" --namespace shop create deployment shop --image nginx:1.29 --port 80
kubectl --kubeconfig "$THEIRS" --namespace shop expose deployment shop
\`\`\`
`;

/** Nodes that take no pods are what a bad image is to a real cluster: nothing new becomes ready. */
const BROKEN = `
\`\`\`sh
ask -H 'Accept: application/yaml' "$API/clusters/$CLUSTER/kubeconfig" > prod.kubeconfig
NODES=$(kubectl --kubeconfig prod.kubeconfig get nodes --output name)
kubectl --kubeconfig prod.kubeconfig cordon $NODES
BERTH_API_KEY=$KEY
if berth deploy shop --cluster prod --image nginx:1.30 --yes --rollback --timeout 5 2>&1; then false; fi
kubectl --kubeconfig prod.kubeconfig uncordon $NODES > uncordoned
ask "$API/deployments/$SHOP" | jq -r .docker_image
\`\`\`
<!-- output -->
\`\`\`text
…
shop goes back to revision …
shop is back at revision …: running
shop did not run within 5 s, and was taken back.
registry.example.org/acme/shop:…
\`\`\`
`;

describe("the guides, as they are written", function () {
  this.timeout(DEADLINE_MS + 10_000);
  let platform: Platform;
  let workDir: string;
  let env: Readonly<Record<string, string>>;
  /** What the guides call org-acme. */
  let namespace: string;
  let comments: Comments;

  before(async () => {
    platform = await startPlatform();
    comments = await startComments();
    workDir = await mkdtemp(join(tmpdir(), "berth-guides-"));
    const email = `ada-${Date.now().toString(36)}@example.org`;
    const { connection } = platform.stack;
    env = {
      PATH: [join(platform.homeDir, "bin"), process.env["PATH"] ?? ""].join(":"),
      HOME: workDir,
      BERTH_HOME: platform.homeDir,
      BERTH_URL: connection.url,
      BERTH_EMAIL: email,
      BERTH_PASSWORD: PASSWORD,
      BERTH_APPS: `${connection.apps.address}:${connection.apps.port}`,
      BERTH_APPS_CA_FILE: connection.apps.ca_file,
      KUBECONFIG: connection.kubeconfig,
      SERVICE_TOKEN: connection.service_token,
      DELIVERY_URL: deliveryUrl(connection.git),
      NEW_POSTGRES_URL: await createEmptyDatabase(connection.postgres_url),
      FILE: connection.kubeconfig.replace("admin", "berth-api"),
      GITHUB_SHA: "0123abc",
      CI_COMMIT_SHA: "4567def",
      GITHUB_EVENT_NUMBER: "7",
      GITHUB_TOKEN: "token-of-the-job",
      GITHUB_REPOSITORY: "acme/shop",
      GITHUB_API_URL: comments.url,
      CI_MERGE_REQUEST_IID: "8",
      CI_PROJECT_ID: "42",
      CI_API_V4_URL: comments.url,
      COMMENT_TOKEN: "token-of-the-project",
    };
    namespace = `org-${await makeAcme(connection.url, email)}`;
  });
  after(async () => {
    const berth = createBerthClient(platform.url, { authorization: `Bearer ${env["KEY"] ?? ""}` });
    const { body } = await berth.call<{ clusters?: { id: string }[] }>("GET", "/clusters");
    await Promise.all(
      (body.clusters ?? []).map(({ id }) => berth.call("DELETE", `/clusters/${id}?cascade=true&wait=300`)),
    );
    comments.stop();
    await rm(workDir, { recursive: true });
  });

  const follow = async (path: string, text?: string): Promise<Followed> => {
    const guide = text ?? GUIDES.find((one) => one.path === path)?.text ?? "";
    const plan = planOf({ path, text: guide.replaceAll("org-acme", namespace) });
    return followGuide(plan, { env, workDir, deadlineMs: DEADLINE_MS });
  };

  const followWell = async (path: string, text?: string): Promise<Followed> => {
    const followed = await follow(path, text);
    expect(followed.faults.join("\n"), path).to.equal("");
    return followed;
  };

  it("are all followed here that have something to run", () => {
    const runnable = GUIDES.map(planOf).filter(({ steps }) =>
      steps.some(({ kind }) => kind !== "left out" && kind !== "installed"),
    );
    expect(runnable.map(({ document }) => document)).to.have.members(ORDER);
  });

  for (const path of FOLLOWED)
    it(path, async function () {
      if (path.includes("adopting")) ({ env } = await followWell("their cluster", THEIRS));
      const followed = await followWell(path);
      if (path !== "README.md") ({ env } = followed);
      if (this.test !== undefined) this.test.title += `: ${followed.commands} commands`;
    });

  // These go on from what the guide of pipelines has made.
  if (isFull) {
    it("say where a preview is on its pull request and on its merge request, once", () => {
      const said = Object.entries(comments.said()).map(([path, texts]) => [path, texts.length, texts[0]?.slice(0, 13)]);
      expect(said).to.have.deep.members([
        ["/repos/acme/shop/issues/7/comments", 1, "Preview: http"],
        ["/projects/42/merge_requests/8/notes", 1, "Preview: http"],
      ]);
    });

    it("take back what a pipeline has made and what does not run", async () => {
      await followWell("a broken image", BROKEN);
    });
  }
});

/** Makes Ada's account and her organization, in whose namespace the guides work; answers its slug. */
async function makeAcme(url: string, email: string): Promise<string> {
  const registered = await createBerthClient(url).call("POST", "/auth/register", {
    email,
    password: PASSWORD,
    name: "Ada",
  });
  const cookie = registered.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  const session = createBerthClient(url, { cookie, origin: url });
  const { status, body } = await session.call<{ slug: string }>("POST", "/organizations", { name: "Acme" });
  expect(status, JSON.stringify(body)).to.equal(201);
  return body.slug;
}

function deliveryUrl({ url, token }: Platform["stack"]["connection"]["git"]): string {
  const { origin, pathname } = new URL(url);
  return `${origin.replace("//", `//berth:${token}@`)}${pathname}`;
}

/** Makes the database into which a backup is restored, beside the platform's own. */
async function createEmptyDatabase(url: string): Promise<string> {
  const name = `restored_${Date.now()}`;
  const pool = createPool(url, { max: 1 });
  try {
    await pool.query(`CREATE DATABASE ${name}`);
  } finally {
    await pool.end();
  }
  return Object.assign(new URL(url), { pathname: `/${name}` }).href;
}
