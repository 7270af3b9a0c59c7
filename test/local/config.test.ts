import { expect } from "chai";
import { loadLocalConfig } from "../../local/config.ts";

describe("the embedded stack's settings", () => {
  it("names every faulty variable at once, and no value", () => {
    const load = (): unknown => loadLocalConfig({ BERTH_PORT: "70000", BERTH_DOWNLOAD_MIRROR: "s3cret", PATH: "" });
    expect(load).to.throw(/BERTH_PORT.*BERTH_DOWNLOAD_MIRROR/);
    expect(load).to.not.throw(/s3cret|70000/);
  });

  it("hands children nothing of Berth's, and the gateway only what is meant for it", () => {
    const env = { PATH: "/bin", BERTH_HOME: "/x", BERTH_WAIT_MAX: "5", BERTH_KEY: "k", KUBECONFIG: "/k", PGHOST: "h" };
    const { childEnv, gatewayEnv, homeDir, port } = loadLocalConfig(env);
    expect(childEnv).to.deep.equal({ PATH: "/bin" });
    expect(gatewayEnv).to.deep.equal({ BERTH_WAIT_MAX: "5" });
    expect([homeDir, port]).to.deep.equal(["/x", 8080]);
  });

  it("keeps the cache where the machine keeps its caches", () => {
    expect(loadLocalConfig({ XDG_CACHE_HOME: "/var/cache" }).cacheDir).to.equal("/var/cache/berth");
  });

  it("keeps the memory of local clusters small unless somebody has more of it than processors", () => {
    expect(loadLocalConfig({}).clusterGarbagePercent).to.equal("40");
    expect(loadLocalConfig({ GOGC: "200" }).clusterGarbagePercent).to.equal("200");
  });
});
