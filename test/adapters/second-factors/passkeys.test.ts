import { randomBytes } from "node:crypto";
import { expect } from "chai";
import {
  authenticationOptions,
  readAuthentication,
  readRegistration,
  registrationOptions,
  relyingPartyOf,
  type Passkey,
} from "../../../adapters/second-factors/passkeys.ts";
import { SoftAuthenticator } from "../../support/soft-authenticator.ts";

const PARTY = { id: "berth.example.org", origin: "https://berth.example.org" };
const USER = { id: "01970000-0000-7000-8000-000000000003", email: "ada@example.org", name: "Ada" };

describe("passkeys", function () {
  this.timeout(300_000);

  const make = async (authenticator: SoftAuthenticator): Promise<Passkey> => {
    const challenge = randomBytes(32);
    const options = await registrationOptions(PARTY, USER, { challenge, known: [] });
    const made = await readRegistration(PARTY, authenticator.create(options), challenge);
    if (made === undefined) throw new Error("not made");
    return made;
  };

  it("are made and shown for one challenge, from one origin, and count up", async () => {
    const authenticator = new SoftAuthenticator(PARTY.origin);
    const passkey = await make(authenticator);
    const challenge = randomBytes(32);
    const options = await authenticationOptions(PARTY, { challenge, known: [passkey] });
    const shown = authenticator.get(options);
    expect(await readAuthentication(PARTY, shown, { passkey, challenge })).to.equal(1);
    expect(await readAuthentication(PARTY, shown, { passkey, challenge: randomBytes(32) }), "challenge").to.equal(
      undefined,
    );
    const later = { ...passkey, counter: 1 };
    expect(await readAuthentication(PARTY, shown, { passkey: later, challenge }), "counter").to.equal(undefined);
    const elsewhere = authenticator.get(options, "https://berth.example.evil");
    expect(await readAuthentication(PARTY, elsewhere, { passkey, challenge }), "origin").to.equal(undefined);
    const other = await make(new SoftAuthenticator(PARTY.origin));
    const fresh = authenticator.get(options);
    expect(await readAuthentication(PARTY, fresh, { passkey: other, challenge }), "key").to.equal(undefined);
  });

  it("are none when they are made elsewhere, for another challenge, or are no answer at all", async () => {
    const challenge = randomBytes(32);
    const options = await registrationOptions(PARTY, USER, { challenge, known: [] });
    const made = new SoftAuthenticator(PARTY.origin).create(options);
    expect(await readRegistration(PARTY, made, randomBytes(32))).to.equal(undefined);
    const elsewhere = new SoftAuthenticator(PARTY.origin).create(options, "https://berth.example.evil");
    expect(await readRegistration(PARTY, elsewhere, challenge)).to.equal(undefined);
    expect(await readRegistration(PARTY, { id: "x" }, challenge)).to.equal(undefined);
  });

  it("need a host name and https", () => {
    expect(relyingPartyOf("https://berth.example.org/base")).to.deep.equal(PARTY);
    expect(relyingPartyOf("http://localhost:8080")).to.deep.equal({ id: "localhost", origin: "http://localhost:8080" });
    for (const address of [
      undefined,
      "http://127.0.0.1:8080",
      "https://10.0.0.1",
      "https://[::1]",
      "http://berth.example.org",
    ])
      expect(relyingPartyOf(address), address).to.equal(undefined);
  });
});
