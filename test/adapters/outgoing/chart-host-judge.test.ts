import { expect } from "chai";
import { createChartHostJudge, type ChartHostVerdict } from "../../../adapters/outgoing/chart-host-judge.ts";
import { createAddressResolver } from "../../../adapters/dns/address-resolver.ts";
import { classifyAddress, publicBlocks } from "../../../adapters/outgoing/address-rule.ts";
import { startDnsServer } from "../../support/dns-server.ts";
import { reaches } from "../../support/egress-rules.ts";

const NAMES: Readonly<Record<string, readonly string[]>> = {
  "charts.example.org": ["1.1.1.1", "2606:4700::1111"],
  "half.example.org": ["1.1.1.1", "10.0.0.1"],
  "inside.example.org": ["10.20.1.1"],
  "git.example.org": ["1.1.1.1"],
  "registry.example.org": ["1.1.1.1"],
};

describe("The judge of charts' hosts", () => {
  const rules = {
    allowed: ["trusted.example.org", "127.0.0.1", "10.20.0.0/16"],
    own: ["git.example.org"],
    registry: "registry.example.org:8443",
  };
  const judge = createChartHostJudge(rules, async (name) => {
    const found = NAMES[name];
    return found === undefined ? Promise.reject(new Error("SERVFAIL")) : Promise.resolve(found);
  });
  const verdicts: Readonly<Record<ChartHostVerdict, readonly string[]>> = {
    allowed: [
      "https://charts.example.org/stable",
      "oci://charts.example.org:5000/acme",
      "https://1.1.1.1/",
      "https://trusted.example.org",
      "https://127.0.0.1:8879",
      "https://inside.example.org",
      "oci://registry.example.org:8443/org-acme/charts",
    ],
    refused: [
      "https://127.0.0.2:9",
      "https://2130706434",
      "https://0x7f.2",
      "oci://0x7f.0.0.2/acme",
      "https://%31%32%37.0.0.2",
      "https://169.254.169.254/latest",
      "https://10.96.0.1",
      "https://localhost:6379",
      "https://argocd-redis:6379",
      "https://argocd-redis.argocd.svc:6379",
      "https://argocd-redis.argocd.svc.cluster.local./",
      "https://half.example.org",
      "https://git.example.org/acme/charts",
      "https://GIT.example.org./",
      "oci://registry.example.org:8443/org-victim",
      "oci://registry.example.org:8443/org-acme/../org-victim",
      "oci://registry.example.org:8443/org-acme/%2e%2e/org-victim",
      "oci://registry.example.org:8443/org-acme%2f..%2forg-victim",
      "oci://registry.example.org:8443/org-acmeevil",
      "https://registry.example.org/",
      "https://a%2fb/",
    ],
    unresolved: ["https://nobody.example.org"],
  };
  for (const [verdict, urls] of Object.entries(verdicts))
    for (const url of urls)
      it(`says ${verdict} of ${url}`, async () => expect(await judge(url, "org-acme")).to.equal(verdict));

  it("takes a server that does not answer for one that knows no address, in time", async () => {
    const dns = await startDnsServer();
    try {
      const live = createChartHostJudge(
        { allowed: [], own: [], registry: undefined },
        createAddressResolver([dns.address]),
      );
      expect(await live("https://charts.example.org", "org-acme")).to.equal("unresolved");
      expect(dns.asked).to.include("charts.example.org");
    } finally {
      await dns.close();
    }
  });
});

describe("The blocks of public addresses", () => {
  const rules = [{ to: publicBlocks().map((ipBlock) => ({ ipBlock })) }];
  const all = [
    "1.1.1.1",
    "8.8.8.8",
    "100.63.0.1",
    "2606:4700::1111",
    "2a01:4f8::1",
    "127.0.0.1",
    "10.1.2.3",
    "172.16.0.1",
    "192.168.1.1",
    "100.64.0.1",
    "100.100.100.200",
    "169.254.169.254",
    "168.63.129.16",
    "224.0.0.1",
    "240.0.0.1",
    "0.0.0.0",
    "198.18.0.1",
    "203.0.113.1",
    "::1",
    "fe80::1",
    "fd00:ec2::254",
    "fc00::1",
    "2001:db8::1",
    "2002::1",
    "3fff::1",
    "ff02::1",
    "::ffff:10.0.0.1",
  ];
  for (const address of all)
    it(`say of ${address} what the judge says`, () =>
      expect(reaches(rules, address)).to.equal(classifyAddress(address) === "public"));
});
