import { expect } from "chai";
import * as field from "../../contract/fields.ts";
import { deploymentSpec } from "../../contract/resources/deployment-spec.ts";

describe("A field that people type by hand", () => {
  const typed = {
    "own name": [field.name40, "My Shop", /such as my-shop$/],
    "variable's name": [field.environmentName, "LOG-LEVEL", /such as LOG_LEVEL$/],
    "secret's name": [field.secretName, "my secret", /such as DATABASE_PASSWORD$/],
    "port's name": [field.portName, "Metrics", /such as metrics$/],
    version: [field.kubernetesVersion, "latest", /such as 1\.36$/],
    "time zone": [field.timeZone, "berlin", /such as Europe\/Berlin$/],
    "chart's address": [field.url, "charts.example.org", /such as https:\/\/charts\.example\.org$/],
    image: [deploymentSpec.shape.dockerImage, "my image", /such as nginx:1\.29$/],
    "address for an image": [deploymentSpec.shape.dockerImage, "https://docker.io/nginx", /such as nginx:1\.29$/],
  } as const;
  for (const [what, [schema, text, words]] of Object.entries(typed))
    it(`says in words what its ${what} looks like, with one that is right`, () => {
      const told = schema.safeParse(text).error?.issues[0]?.message ?? "nothing";
      expect(told)
        .to.match(/^String should be /)
        .and.to.match(words);
      expect(schema.safeParse(/ such as (\S+)$/.exec(told)?.[1]).success, told).to.equal(true);
    });
});
