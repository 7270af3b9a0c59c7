import { expect } from "chai";
import { z } from "zod";
import { namesSettings, toNamesConfig, type NamesConfig } from "../../contract/names-settings.ts";

describe("The names of applications", () => {
  const configOf = (given: object): NamesConfig => toNamesConfig(z.object(namesSettings).parse(given));

  it("are under a domain of this machine, and people make their records, unless the settings say otherwise", () => {
    expect(configOf({})).to.deep.equal({ appsDomain: "apps.localhost", dns: "manual" });
    expect(configOf({ BERTH_APPS_DOMAIN: "apps.example.org", BERTH_DNS: "external-dns" })).to.deep.equal({
      appsDomain: "apps.example.org",
      dns: "external-dns",
    });
  });
});
