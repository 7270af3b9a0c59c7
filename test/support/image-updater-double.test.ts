import { expect } from "chai";
import type { KubeClient } from "../../adapters/kubernetes/kube-client.ts";
import { IMAGE_UPDATERS } from "../../adapters/kubernetes/resource-types.ts";
import type { DeliveryRepository } from "./delivery-repository.ts";
import { updateImages } from "./image-updater-double.ts";

const SHOP = "registry.test:5000/org-acme/shop";
const TAGS = ["1.0.0", "1.9.0", "1.10.0", "1.11.0-rc1", "1.12.0", "2.0.0", "latest"];

type Asked = Readonly<{ range?: string; allowTags?: string; ignoreTags?: readonly string[] }>;

/** What one round writes for an Application that runs an image. */
async function round(runs: string, { range = "1.x", ...settings }: Asked = {}, id = "one"): Promise<string[]> {
  const image = {
    imageName: range === "" ? SHOP : `${SHOP}:${range}`,
    commonUpdateSettings: { updateStrategy: "semver", forceUpdate: false, ...settings },
    manifestTargets: { helm: { spec: "image.reference" } },
  };
  const ref = { namePattern: "shop", labelSelectors: { matchLabels: { id: "one" } }, images: [image] };
  const writeBackConfig = { gitConfig: { writeBackTarget: "helmvalues:/shop/image.yaml" } };
  const updater = { metadata: { name: "shop" }, spec: { writeBackConfig, applicationRefs: [ref] } };
  const application = { metadata: { labels: { id } }, status: { summary: { images: ["busybox:1.37", runs] } } };
  const files: string[] = [];
  await updateImages({
    management: {
      list: (type: unknown) => Promise.resolve({ items: type === IMAGE_UPDATERS ? [updater] : [] }),
      get: () => Promise.resolve(application),
      patch: () => Promise.resolve({}),
    } as unknown as KubeClient,
    repository: {
      pushFile: (path: string, content: string) => files.push(`${path} ${content}`),
    } as unknown as DeliveryRepository,
    listTags: (name) => Promise.resolve(name === SHOP ? TAGS : []),
  });
  return files.map((file) => file.replaceAll(SHOP, "SHOP"));
}

const written = (tag: string): string[] => [`shop/image.yaml image:\n  reference: SHOP:${tag}\n`];

describe("the double of Argo CD Image Updater", () => {
  it("writes the highest version of the range, by number", async () => {
    expect(await round(`${SHOP}:1.0.0`)).to.deep.equal(written("1.12.0"));
    expect(await round(`${SHOP}:1.0.0`, { range: "1.10.x" })).to.deep.equal(written("1.10.0"));
    expect(await round(`${SHOP}:1.0.0`, { range: "" })).to.deep.equal(written("2.0.0"));
  });

  it("goes by the tags that are allowed and ignored; what it cannot read allows nothing", async () => {
    expect(await round(`${SHOP}:1.0.0`, { ignoreTags: ["1.1?.*"] })).to.deep.equal(written("1.9.0"));
    expect(await round(`${SHOP}:1.0.0`, { allowTags: String.raw`regexp:^1\.1` })).to.deep.equal(written("1.12.0"));
    expect(await round(`${SHOP}:1.0.0`, { allowTags: "^1" })).to.deep.equal([]);
  });

  it("writes nothing for what runs already, for an image that does not run, and for another's Application", async () => {
    expect(await round(`${SHOP}:1.12.0`)).to.deep.equal([]);
    expect(await round("docker.io/library/shop:1.0.0")).to.deep.equal([]);
    expect(await round(`${SHOP}:1.0.0`, {}, "two")).to.deep.equal([]);
  });

  it("refuses to guess", async () => {
    const refusal = await round(`${SHOP}:1.0.0`, { range: "^1.2" }).catch(String);
    expect(refusal).to.contain("Not understood: ^1.2");
  });
});
