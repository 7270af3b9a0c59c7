import { expect } from "chai";
import { historyQuery, routesQuery } from "../../../adapters/history/history-queries.ts";

const HOW = { clusterLabel: "cluster", stepSeconds: 60 };
const METRICS = [
  "cpu_millicores",
  "memory_bytes",
  "network_received_bytes_per_second",
  "network_sent_bytes_per_second",
] as const;

const ROUTE_METRICS = ["requests_per_second", "errors_per_second", "latency_p95_seconds"] as const;

describe("queries of metrics over time", () => {
  it("name cluster and namespace in every selector of what routes carried", () => {
    for (const metric of ROUTE_METRICS) {
      const selectors =
        historyQuery(metric, { cluster: "harbour-1", namespace: "shop.2" }, HOW).match(/\{[^}]*\}/g) ?? [];
      expect(selectors).to.have.length(3);
      for (const selector of selectors) {
        expect(selector).to.match(/^\{cluster="harbour-1",/);
        expect(selector).to.match(/namespace="shop\.2"|envoy_cluster_name=~"httproute\/shop\[\.\]2\/\.\*"/);
      }
    }
  });

  it("name the cluster in every selector of what all its routes carried", () => {
    const selectors = routesQuery("harbour-1", "cluster").match(/\{[^}]*\}/g) ?? [];
    expect(selectors).to.have.length(6);
    for (const selector of selectors) expect(selector).to.match(/^\{cluster="harbour-1"[,}]/);
    for (const hostile of ['a"} or up{x="', "a b", "a{"]) {
      expect(() => routesQuery(hostile, "cluster"), hostile).to.throw(TypeError);
      expect(() => routesQuery("a", hostile), hostile).to.throw(TypeError);
    }
  });

  it("find no requests where a namespace is shared: nothing says whose they are", () => {
    for (const metric of ROUTE_METRICS) {
      const query = historyQuery(metric, { cluster: "a", namespace: "theirs", namePrefix: "web" }, HOW);
      expect(query).to.not.contain("theirs");
      expect(query).to.contain("x".repeat(64));
    }
  });

  it("name cluster and namespace in every selector", () => {
    for (const metric of METRICS) {
      const query = historyQuery(metric, { cluster: "harbour-1", namespace: "shop-2" }, HOW);
      const selectors = query.match(/\{[^}]*\}/g) ?? [];
      expect(selectors, query).to.have.length(1);
      expect(selectors[0]).to.match(/^\{cluster="harbour-1",namespace="shop-2",/);
    }
  });

  it("take the pods of one name where a namespace is shared, and no others", () => {
    const query = historyQuery("memory_bytes", { cluster: "a", namespace: "theirs", namePrefix: "web.v2" }, HOW);
    const pattern = new RegExp(`^(?:${/pod=~"([^"]*)"/.exec(query)?.[1] ?? ""})$`);
    expect(["web.v2", "web.v2-7f-x"].every((name) => pattern.test(name))).to.equal(true);
    expect(["web.v20", "webxv2", "other-web.v2"].some((name) => pattern.test(name))).to.equal(false);
  });

  it("have windows that hold several measurements, and every one of a long step", () => {
    expect(historyQuery("cpu_millicores", { cluster: "a" }, HOW)).to.include("[180s]");
    expect(historyQuery("cpu_millicores", { cluster: "a" }, { ...HOW, stepSeconds: 3_600 })).to.include("[3600s]");
  });

  it("are not made of anything but names", () => {
    for (const hostile of ['a"} or up{x="', "a\n", "", "A", 'a\\"', "a{", "ü", "a".repeat(300)]) {
      expect(() => historyQuery("memory_bytes", { cluster: hostile }, HOW), hostile).to.throw(TypeError);
      expect(() => historyQuery("errors_per_second", { cluster: hostile }, HOW), hostile).to.throw(TypeError);
      expect(() => historyQuery("errors_per_second", { cluster: "a", namespace: hostile }, HOW), hostile).to.throw(
        TypeError,
      );
      expect(() => historyQuery("memory_bytes", { cluster: "a", namespace: hostile }, HOW), hostile).to.throw(
        TypeError,
      );
      expect(() => historyQuery("memory_bytes", { cluster: "a", namePrefix: hostile }, HOW), hostile).to.throw(
        TypeError,
      );
    }
    expect(() => historyQuery("memory_bytes", { cluster: "a" }, { ...HOW, clusterLabel: 'a="b"' })).to.throw(TypeError);
  });
});
