import { expect } from "chai";
import { APPLICATIONS, DEPLOYMENTS } from "../../adapters/kubernetes/resource-types.ts";
import { change, createAll, rests, settle } from "./world/story.ts";
import { ARGOCD, ORGANIZATION, World } from "./world/world.ts";

const NAMES = Array.from({ length: 12 }, (_, index) => `d${index}`);
const GENERATE_PATHS = "argocd.argoproj.io/manifest-generate-paths";

describe("A commit in a repository of many", function () {
  this.timeout(900_000);
  let world: World;

  before(async () => {
    world = new World({ seed: 11 });
    await world.start();
    await createAll(world, NAMES);
    for (const name of NAMES) await rests(world, DEPLOYMENTS, name, "running");
    await settle(world);
  });
  after(() => world.stop());

  const handleOf = async (name: string): Promise<string> => {
    const found = await world.management.get(DEPLOYMENTS, { namespace: ORGANIZATION, name });
    return (found?.["status"] as { handle: string }).handle;
  };

  /** Names the Applications that were written to, by whom it may be, while something happens. */
  const written = async (during: () => Promise<void>): Promise<string[]> => {
    const versions = async (): Promise<Map<string, string | undefined>> => {
      const { items } = await world.management.list(APPLICATIONS, { namespace: ARGOCD });
      return new Map(items.map(({ metadata }) => [metadata.name, metadata.resourceVersion]));
    };
    const before = await versions();
    await during();
    return [...(await versions())].filter(([name, version]) => before.get(name) !== version).map(([name]) => name);
  };

  it("asks Argo CD for a refresh of the Applications that it touches, and of no other and no root", async () => {
    const [one, other] = [await handleOf("d3"), await handleOf("d7")];
    const asked = world.effects.length;
    const touched = await written(async () => {
      await change(world, DEPLOYMENTS, "d3", { replicas: 3 });
      await change(world, DEPLOYMENTS, "d7", { replicas: 3 });
      for (const name of ["d3", "d7"]) await rests(world, DEPLOYMENTS, name, "running");
      await settle(world);
    });
    expect(touched).to.have.members([one, other]);
    const refreshes = world.effects.slice(asked).filter((effect) => effect.startsWith("patch Application "));
    expect(new Set(refreshes.map((effect) => effect.split(" ")[2]))).to.deep.equal(new Set([one, other]));
  });

  it("asks for the root as well when a manifest of an Application changes, and still for no other", async () => {
    const one = await handleOf("d5");
    const touched = await written(async () => {
      await change(world, DEPLOYMENTS, "d5", { imageUpdateStrategy: "semver" });
      await rests(world, DEPLOYMENTS, "d5", "running");
      await settle(world);
    });
    const [root, ...rest] = touched.filter((name) => name !== one);
    expect(root).to.match(/^root-/);
    expect(rest).to.deep.equal([]);
  });

  it("leaves the others to Argo CD's own paths: a manifest names the files that it is generated from", async () => {
    const { items } = await world.management.list(APPLICATIONS, { namespace: ARGOCD });
    const of = (name: string): string | undefined =>
      items.find(({ metadata }) => metadata.name === name)?.metadata.annotations?.[GENERATE_PATHS];
    const one = await handleOf("d1");
    expect(of(one)).to.match(new RegExp(`^\\.;/clusters/[^/;]+/deployments/${one}/values\\.yaml$`));
    const automated = await handleOf("d5");
    expect(world.repository.files()).to.satisfy((files: Record<string, string>) =>
      Object.entries(files).some(
        ([path, content]) =>
          path.endsWith(`/applications/${automated}.yaml`) && content.includes(`${automated}/image.yaml`),
      ),
    );
    for (const { metadata } of items.filter(({ metadata: { name } }) => name.startsWith("root-")))
      expect(of(metadata.name)).to.equal(".");
  });
});
