import { expect } from "chai";
import { hostObjectName } from "../../../../operator/provisioners/vcluster/host-object-name.ts";

/** What stands to the right was computed apart from this code, as vcluster 0.36.1 does (`pkg/util/translate`). */
const CASES: readonly (readonly [name: string, namespace: string, cluster: string, expected: string])[] = [
  ["web-domain-tls", "web", "demo", "web-domain-tls-x-web-x-demo"],
  // 63 characters, and one more.
  [
    "shop-7f3kq2mnxa-domain-tls",
    "shop-7f3kq2mnxa",
    "demos-c2h5ohxyz7",
    "shop-7f3kq2mnxa-domain-tls-x-shop-7f3kq2mnxa-x-demos-c2h5ohxyz7",
  ],
  [
    "shop-7f3kq2mnxa-domain-tls",
    "shop-7f3kq2mnxa",
    "demoss-c2h5ohxyz7",
    "shop-7f3kq2mnxa-domain-tls-x-shop-7f3kq2mnxa-x-demos-b1c610ae8c",
  ],
  [`${"a".repeat(51)}.web-domain-tls`, "web", "demo", `${"a".repeat(51)}-c74ff8a305`],
];

describe("The name on a host of a virtual cluster's object", () => {
  for (const [name, namespace, cluster, expected] of CASES)
    it(`is ${expected}`, () => expect(hostObjectName(cluster, { namespace, name })).to.equal(expected));
});
