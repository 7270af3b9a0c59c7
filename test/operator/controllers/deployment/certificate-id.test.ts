import { X509Certificate } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import fc from "fast-check";
import { Authority } from "../../../../local/nodes/authority.ts";
import { certificateId } from "../../../../operator/controllers/deployment/certificate-id.ts";

/** RFC 9773, appendix A. */
const EXAMPLE = `-----BEGIN CERTIFICATE-----
MIIBQzCB66ADAgECAgUAh2VDITAKBggqhkjOPQQDAjAVMRMwEQYDVQQDEwpFeGFt
cGxlIENBMCIYDzAwMDEwMTAxMDAwMDAwWhgPMDAwMTAxMDEwMDAwMDBaMBYxFDAS
BgNVBAMTC2V4YW1wbGUuY29tMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEeBZu
7cbpAYNXZLbbh8rNIzuOoqOOtmxA1v7cRm//AwyMwWxyHz4zfwmBhcSrf47NUAFf
qzLQ2PPQxdTXREYEnKMjMCEwHwYDVR0jBBgwFoAUaYhba4dGQEHhs3uEe6CuLN4B
yNQwCgYIKoZIzj0EAwIDRwAwRAIge09+S5TZAlw5tgtiVvuERV6cT4mfutXIlwTb
+FYN/8oCIClDsqBklhB9KAelFiYt9+6FDj3z4KGVelYM5MdsO3pK
-----END CERTIFICATE-----`;

describe("certificateId", () => {
  const { raw } = new X509Certificate(EXAMPLE);

  it("is that of the RFC's example", () => {
    expect(certificateId({ raw })).to.equal("aYhba4dGQEHhs3uEe6CuLN4ByNQ.AIdlQyE");
  });

  it("finds the extension where it says that it is critical, too", () => {
    // The extension's own length, and those around it, grow by three bytes: 01 01 FF.
    const plain = raw.toString("hex");
    const critical = plain
      .replace("301f0603551d23", "30220603551d230101ff")
      .replace("a3233021", "a3263024")
      .replace("308201433081eb", "308201463081ee");
    expect(certificateId({ raw: Buffer.from(critical, "hex") })).to.equal("aYhba4dGQEHhs3uEe6CuLN4ByNQ.AIdlQyE");
  });

  it("is none of one that does not say whose key has signed it", async () => {
    const dir = await mkdtemp(join(tmpdir(), "berth-certificate-id-"));
    const { certificate } = await (await Authority.open(dir)).issue({ commonName: "a", names: ["a.example.org"] });
    await rm(dir, { recursive: true, force: true });
    expect(certificateId(new X509Certificate(certificate))).to.equal(undefined);
  });

  it("is none of what is cut off, and takes whatever it is given", () => {
    for (let length = 0; length < raw.length; length += 1)
      expect(certificateId({ raw: raw.subarray(0, length) }), String(length)).to.equal(undefined);
    const bytes = fc.uint8Array({ maxLength: 300 }).map((given) => Buffer.from(given));
    fc.assert(fc.property(bytes, (given) => ["string", "undefined"].includes(typeof certificateId({ raw: given }))));
    const changed = fc.tuple(fc.nat(raw.length - 1), fc.nat(255)).map(([at, byte]) => {
      const copy = Buffer.from(raw);
      copy[at] = byte;
      return copy;
    });
    fc.assert(
      fc.property(changed, (given) => /^([\w-]*\.[\w-]*|undefined)$/.test(String(certificateId({ raw: given })))),
    );
  });
});
