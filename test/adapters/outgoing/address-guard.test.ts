import { expect } from "chai";
import { createAddressGuard, DENIED_DEFAULT, isDenyWord } from "../../../adapters/outgoing/address-guard.ts";
import { RefusedAddressError } from "../../../adapters/outgoing/guarded-lookup.ts";

const DEFAULT = { denied: DENIED_DEFAULT.split(","), allowed: [] };

describe("The guard of clusters' addresses", () => {
  it("denies loopback, link-local, private networks and metadata by default, in every spelling", () => {
    const guard = createAddressGuard(DEFAULT);
    const denied = [
      "127.0.0.1",
      "[::1]",
      "169.254.169.254",
      "169.254.1.1",
      "[fe80::1]",
      "0.0.0.0",
      "2130706433",
      "10.0.0.5",
      "192.168.1.1",
      "[fd12::1]",
    ];
    for (const host of [...denied, "[::ffff:127.0.0.1]", "100.100.100.200"])
      expect(() => guard.assertHost(new URL(`https://${host}/`).hostname), host).to.throw(RefusedAddressError);
    for (const host of ["1.1.1.1", "k8s.example.org"])
      expect(() => guard.assertHost(new URL(`https://${host}/`).hostname), host).to.not.throw();
  });

  it("denies the ranges that are set", () => {
    const guard = createAddressGuard({ denied: ["10.96.0.0/12", "fd00::/8"], allowed: ["10.96.0.0/12"] });
    for (const host of ["10.96.0.1", "10.111.255.255", "[fd12::1]"])
      expect(() => guard.assertHost(host), host).to.throw(RefusedAddressError);
    for (const host of ["10.95.255.255", "127.0.0.1"]) expect(() => guard.assertHost(host), host).to.not.throw();
  });

  it("opens the private ranges that are set, and nothing that only the platform's machines reach", () => {
    const guard = createAddressGuard({ ...DEFAULT, allowed: ["10.20.0.0/16"] });
    expect(() => guard.assertHost("10.20.3.4")).to.not.throw();
    expect(() => guard.assertHost("10.21.0.1")).to.throw(RefusedAddressError);
    const wide = createAddressGuard({ ...DEFAULT, allowed: ["0.0.0.0/0"] });
    for (const host of ["127.0.0.1", "169.254.169.254"])
      expect(() => wide.assertHost(host), host).to.throw(RefusedAddressError);
  });

  it("denies nothing when told so", () => {
    const guard = createAddressGuard({ denied: ["none"], allowed: [] });
    for (const host of ["127.0.0.1", "169.254.169.254"]) expect(() => guard.assertHost(host)).to.not.throw();
  });

  it("judges every address that a name has at the moment of connecting", async () => {
    const look = (addresses: readonly string[]): Promise<unknown> =>
      new Promise((resolve) => {
        const { lookup } = createAddressGuard(DEFAULT, (_host, _options, callback) =>
          callback(
            null,
            addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
          ),
        );
        lookup("rebound.example.org", { all: false }, (error, address) => resolve(error ?? address));
      });
    expect(await look(["1.1.1.1"])).to.equal("1.1.1.1");
    expect(await look(["1.1.1.1", "10.0.0.5"])).to.be.instanceOf(RefusedAddressError);
    expect(await look(["169.254.169.254"])).to.be.instanceOf(RefusedAddressError);
  });

  it("knows the words of its setting", () => {
    for (const word of [...DEFAULT.denied, "none", "private", "10.0.0.0/8", "fd00::/8", "1.2.3.4/32"])
      expect(isDenyWord(word), word).to.equal(true);
    for (const word of ["", "all", "10.0.0.0", "10.0.0.0/33", "10.0.0.0/-1", "x/8", "10.0.0.0/8/8", "fd00::/129"])
      expect(isDenyWord(word), word).to.equal(false);
  });
});
