import { expect } from "chai";
import { parseImageName, writeImageName } from "../../../local/images/image-name.ts";

describe("parseImageName", () => {
  const FULL: Readonly<Record<string, string>> = {
    nginx: "docker.io/library/nginx:latest",
    "nginx:1.29": "docker.io/library/nginx:1.29",
    "docker.io/nginx:1": "docker.io/library/nginx:1",
    "nginxinc/nginx-unprivileged:1.29": "docker.io/nginxinc/nginx-unprivileged:1.29",
    "registry.k8s.io/pause:3.10": "registry.k8s.io/pause:3.10",
    "localhost/app:1": "localhost/app:1",
    "localhost:5000/a/b_c:1": "localhost:5000/a/b_c:1",
    "registry.example.org/a": "registry.example.org/a:latest",
  };
  for (const [written, full] of Object.entries(FULL)) {
    it(`reads ${written} as ${full}`, () => expect(writeImageName(parseImageName(written))).to.equal(full));
  }

  const HOSTILE = [
    "",
    ":1",
    "a:",
    "../a:1",
    "a/../b:1",
    "A:1",
    "a b:1",
    "a:1:2",
    "a//b",
    "/a",
    "a:..",
    "-a",
    "x.y:99999999/a",
  ];
  for (const text of [...HOSTILE, "a\n:1", `${"a".repeat(300)}:1`, "a@sha256:00"]) {
    it(`refuses ${JSON.stringify(text.slice(0, 20))}`, () =>
      expect(() => parseImageName(text)).to.throw("is no name of an image"));
  }
});
