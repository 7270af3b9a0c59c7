import { expect } from "chai";
import { SecretText } from "../../../contract/secret-text.ts";
import { apiKeyPrefix, hashToken, isApiKey, newApiKey } from "../../../api/identity/api-key-format.ts";
import { newSessionToken } from "../../../api/identity/session-token.ts";
import { readProof, serviceTokenCheck } from "../../../api/http/credentials.ts";

const serviceOf = serviceTokenCheck([
  { name: "1", token: new SecretText("first-token") },
  { name: "billing", token: new SecretText("second-token") },
]);
const kindOf = (headers: Record<string, string>, isSecure = false): string =>
  readProof(headers, { isSecure, serviceOf }).kind;

describe("credentials of a request", () => {
  it("are known by their form, wherever they may stand", () => {
    const key = newApiKey();
    const session = newSessionToken();
    expect(kindOf({})).to.equal("none");
    expect(kindOf({ authorization: `Bearer ${key}` })).to.equal("credential");
    expect(kindOf({ authorization: `bearer  ${key}` })).to.equal("credential");
    expect(kindOf({ "x-api-key": key })).to.equal("credential");
    expect(kindOf({ cookie: `a=b; berth_session=${session}; c=d` })).to.equal("credential");
    expect(kindOf({ cookie: `__Host-berth_session=${session}` }, true)).to.equal("credential");
    expect(kindOf({ cookie: "theme=dark; berth_session=" })).to.equal("none");
    expect(kindOf({ "x-service-token": "second-token" })).to.equal("service");
    expect(readProof({ "x-service-token": "second-token" }, { isSecure: true, serviceOf })).to.include({
      name: "billing",
    });
  });

  it("of sessions have one name: where there is TLS a neighbour's plain cookie is none", () => {
    const [own, planted] = [newSessionToken(), newSessionToken()];
    expect(kindOf({ cookie: `berth_session=${planted}` }, true)).to.equal("none");
    expect(kindOf({ cookie: `__Host-berth_session=${own}` }, false)).to.equal("none");
    const both = readProof(
      { cookie: `berth_session=${planted}; __Host-berth_session=${own}` },
      { isSecure: true, serviceOf },
    );
    expect(both).to.deep.equal({ kind: "credential", credential: { via: "session", hash: hashToken(own) } });
  });

  it("are invalid when they cannot be right, or are two", () => {
    const key = newApiKey();
    for (const headers of [
      { authorization: "Bearer" },
      { authorization: `Basic ${key}` },
      { authorization: `Bearer ${key} ` + "x" },
      { "x-api-key": key.toLowerCase() },
      { "x-api-key": `${key}0` },
      { cookie: "berth_session=short" },
      { "x-service-token": "third-token" },
      { "x-service-token": "first-token", "x-api-key": key },
      { authorization: `Bearer ${key}`, cookie: `berth_session=${newSessionToken()}` },
    ] as Record<string, string>[])
      expect([headers, kindOf(headers)]).to.deep.equal([headers, "invalid"]);
  });

  it("of keys have a checksum that tells every single typo", () => {
    const key = newApiKey();
    expect(isApiKey(key)).to.equal(true);
    expect(apiKeyPrefix(key)).to.equal(key.slice(0, 12));
    for (let at = 4; at < key.length; at += 1) {
      const typo = key.slice(0, at) + (key[at] === "a" ? "b" : "a") + key.slice(at + 1);
      expect(isApiKey(typo), typo).to.equal(false);
    }
    expect(new Set(Array.from({ length: 1_000 }, newApiKey)).size).to.equal(1_000);
  });
});
