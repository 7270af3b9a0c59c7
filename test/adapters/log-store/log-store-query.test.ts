import { expect } from "chai";
import { linesQuery, type LinesChoice, type LinesScope } from "../../../adapters/log-store/log-store-query.ts";

const SCOPE = { cluster: "harbour-1", namespace: "shop-2" };
const HOSTILE_NAMES = ['a"} or {x="', "a\n", "", "A", 'a\\"', "a{", "ü", "a|b", "*", "a".repeat(300)];

describe("questions to the store of log lines", () => {
  function parameters(scope: LinesScope, choice: LinesChoice = {}, field = "cluster"): Map<string, string[]> {
    const all = linesQuery(scope, choice, field);
    return new Map(
      [...Map.groupBy(all, ([name]) => name)].map(([name, some]) => [name, some.map(([, value]) => value)]),
    );
  }
  const only = (scope: LinesScope, choice: LinesChoice = {}) => parameters(scope, choice).get("extra_stream_filters");

  it("name cluster and namespace beside whatever is searched for", () => {
    for (const text of [undefined, "x", '" | delete _msg', "*"]) {
      const [exact = ""] = only(SCOPE, text === undefined ? {} : { text }) ?? [];
      expect(JSON.parse(exact)).to.deep.equal({ cluster: "harbour-1", "kubernetes.pod_namespace": "shop-2" });
    }
  });

  it("narrow to a pod or container in the same way", () => {
    const [exact = ""] = only(SCOPE, { pod: "web-1", container: "app" }) ?? [];
    expect(JSON.parse(exact)).to.include({ "kubernetes.pod_name": "web-1", "kubernetes.container_name": "app" });
  });

  it("take the pods that a workload makes where a namespace is shared, and no others", () => {
    const [, filter = ""] = only({ ...SCOPE, workload: "web.v2" }) ?? [];
    const [, text = ""] = /^_stream:\{"kubernetes\.pod_name"=~(".*")\}$/.exec(filter) ?? [];
    const pattern = new RegExp(JSON.parse(text) as string);
    const own = ["web.v2-7d9f8b6c5-x2x4z", "web.v2-0", "web.v2-kz7qd", "web.v2-29383920-x2x4z"];
    const others = ["web.v2", "webxv2-0", "other-web.v2-0", "web.v2-worker-7d9f8b6c5-x2x4z", "web.v2-worker-0"];
    expect(own.filter((name) => !pattern.test(name))).to.deep.equal([]);
    expect(others.filter((name) => pattern.test(name))).to.deep.equal([]);
  });

  it("have people's words in one quoted text, without any meaning", () => {
    for (const text of [
      '"',
      "\\",
      '\\"',
      '") or _msg:~("',
      "a | delete _msg",
      "(?i)",
      "[",
      "\n",
      "\u0000",
      "\ud800",
      "💥",
    ]) {
      const [query = ""] = parameters(SCOPE, { text }).get("query") ?? [];
      const [, quoted = ""] = /^_msg:~("(?:[^"\\]|\\.)*") \| fields "_time", "_msg", [^|]*$/.exec(query) ?? [];
      const pattern = (JSON.parse(quoted) as string).slice("(?i)".length);
      expect(new RegExp(pattern).exec(`a${text.toWellFormed()}b`)?.[0], query).to.equal(text.toWellFormed());
    }
  });

  it("are not made of anything but names otherwise", () => {
    for (const hostile of HOSTILE_NAMES) {
      expect(() => only({ ...SCOPE, cluster: hostile }), hostile).to.throw(TypeError);
      expect(() => only({ ...SCOPE, namespace: hostile }), hostile).to.throw(TypeError);
      expect(() => only({ ...SCOPE, workload: hostile }), hostile).to.throw(TypeError);
      expect(() => only(SCOPE, { pod: hostile }), hostile).to.throw(TypeError);
      expect(() => only(SCOPE, { container: hostile }), hostile).to.throw(TypeError);
    }
    expect(() => parameters(SCOPE, {}, 'a":"b')).to.throw(TypeError);
  });
});
