import { expect } from "chai";
import { classifyAddress, type AddressClass } from "../../../adapters/outgoing/address-rule.ts";
import {
  assertLiteralAllowed,
  createGuardedLookup,
  RefusedAddressError,
} from "../../../adapters/outgoing/guarded-lookup.ts";

const ROWS: Readonly<Record<AddressClass, readonly string[]>> = {
  public: [
    "1.1.1.1",
    "9.255.255.255",
    "11.0.0.0",
    "100.63.255.255",
    "100.128.0.0",
    "126.255.255.255",
    "128.0.0.0",
  ].concat(
    ["172.15.255.255", "172.32.0.0", "192.167.255.255", "192.169.0.0", "223.255.255.255", "2606:4700::1111", "2a00::1"],
    ["[2a00::1]"],
  ),
  loopback: ["127.0.0.1", "127.255.255.255", "::1", "0:0:0:0:0:0:0:1", "[::1]"],
  "link-local": ["169.254.0.0", "169.254.255.255", "fe80::1", "febf::1", "fe80::1%eth0"],
  private: [
    "10.0.0.0",
    "10.255.255.255",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.0.1",
    "100.64.0.0",
    "100.127.255.255",
  ].concat(["fc00::1", "fdff::1", "fec0::1"]),
  metadata: ["169.254.169.254", "169.254.170.2", "169.254.170.23", "168.63.129.16", "100.100.100.200"].concat([
    "fd00:ec2::254",
    "fd00:ec2::23",
    "fd20:ce::254",
  ]),
  multicast: ["224.0.0.1", "239.255.255.255", "ff02::1"],
  reserved: [
    "0.0.0.0",
    "0.1.2.3",
    "192.0.0.1",
    "192.0.2.1",
    "198.18.0.1",
    "198.19.255.255",
    "203.0.113.9",
    "240.0.0.1",
  ].concat(
    ["255.255.255.255", "::", "2001::1", "2001:db8::1", "2002:7f00:1::", "3fff::1", "4000::1"],
    ["::ffff:8.8.8.8", "::ffff:127.0.0.1", "::ffff:7f00:1", "::127.0.0.1", "64:ff9b::7f00:1", "64:ff9b:1::1"],
    ["", "localhost", "127.1", "1.2.3.4.5", "gg::1"],
  ),
};

describe("The rule of addresses", () => {
  for (const [expected, addresses] of Object.entries(ROWS))
    for (const address of addresses)
      it(`calls ${address || "nothing"} ${expected}`, () => expect(classifyAddress(address)).to.equal(expected));

  it("lets a name pass only when every address of it may be called", async () => {
    const look = (addresses: readonly string[]): Promise<unknown> =>
      new Promise((resolve) => {
        const guarded = createGuardedLookup((_host, _options, callback) =>
          callback(
            null,
            addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
          ),
        );
        guarded("x", { all: false }, (error, address) => resolve(error ?? address));
      });
    expect(await look(["1.1.1.1", "2a00::1"])).to.equal("1.1.1.1");
    expect(await look(["1.1.1.1", "10.0.0.1"])).to.be.instanceOf(RefusedAddressError);
    expect(await look(["2a00::1", "::ffff:127.0.0.1"])).to.be.instanceOf(RefusedAddressError);
    expect(await look([])).to.be.instanceOf(RefusedAddressError);
  });

  it("judges hosts that are addresses, in every spelling that a URL allows", () => {
    for (const host of ["127.0.0.1", "2130706433", "0x7f.1", "0177.0.0.1", "[::1]", "[::ffff:127.0.0.1]", "127.1"])
      expect(() => assertLiteralAllowed(new URL(`https://${host}/`).hostname), host).to.throw(RefusedAddressError);
    for (const host of ["1.1.1.1", "[2a00::1]", "example.org", "localhost"])
      expect(() => assertLiteralAllowed(new URL(`https://${host}/`).hostname), host).to.not.throw();
  });
});
