import { expect } from "chai";
import { lokiQuery } from "../../../adapters/log-store/loki-query.ts";

const SCOPE = { cluster: "harbour-1", namespace: "shop-2" };
const HOSTILE_NAMES = ['a"} or {x="', "a\n", "", "A", 'a\\"', "a{", "ü", "a|b", "*", "a".repeat(300)];
const HOSTILE_TEXTS = [
  '"',
  "\\",
  '\\"',
  '" or {x=~".+"}',
  "a | line_format `x`",
  "`",
  "(?i)",
  "[",
  "\n",
  "\u0000",
  "\ud800",
  "💥",
];
const SELECTOR = '{cluster="harbour-1",namespace="shop-2"}';

describe("questions to a Loki", () => {
  it("begin with the cluster and the namespace, whatever narrows them", () => {
    expect(lokiQuery(SCOPE, {}, "cluster")).to.equal(SELECTOR);
    expect(lokiQuery(SCOPE, { pod: "web-1", container: "app", text: "a" }, "cluster")).to.equal(
      `${SELECTOR} | pod="web-1" | container="app" |~ "(?i)a"`,
    );
    expect(lokiQuery(SCOPE, {}, "k8s_cluster")).to.equal('{k8s_cluster="harbour-1",namespace="shop-2"}');
  });

  it("take the pods that a workload makes where a namespace is shared, and no others", () => {
    const query = lokiQuery({ ...SCOPE, workload: "web.v2" }, {}, "cluster");
    const [, text = ""] = /^\{[^}]*\} \| pod=~(".*")$/.exec(query) ?? [];
    const pattern = new RegExp(JSON.parse(text) as string);
    const own = ["web.v2-7d9f8b6c5-x2x4z", "web.v2-0", "web.v2-kz7qd"];
    const others = ["web.v2", "webxv2-0", "other-web.v2-0", "web.v2-worker-0"];
    expect(own.filter((name) => !pattern.test(name))).to.deep.equal([]);
    expect(others.filter((name) => pattern.test(name))).to.deep.equal([]);
  });

  it("have people's words in one quoted text, without any meaning", () => {
    for (const text of HOSTILE_TEXTS) {
      const query = lokiQuery(SCOPE, { text }, "cluster");
      expect(query.startsWith(`${SELECTOR} |~ "`)).to.equal(true);
      const [, quoted = ""] = /^ \|~ ("(?:[^"\\]|\\.)*")$/.exec(query.slice(SELECTOR.length)) ?? [];
      const pattern = (JSON.parse(quoted) as string).slice("(?i)".length);
      expect(new RegExp(pattern).exec(`a${text.toWellFormed()}b`)?.[0], query).to.equal(text.toWellFormed());
    }
  });

  it("are not made of anything but names otherwise", () => {
    const ask = (scope: object, choice = {}) => lokiQuery({ ...SCOPE, ...scope }, choice, "cluster");
    for (const hostile of HOSTILE_NAMES) {
      for (const member of ["cluster", "namespace", "workload"])
        expect(() => ask({ [member]: hostile }), hostile).to.throw(TypeError);
      for (const member of ["pod", "container"])
        expect(() => ask({}, { [member]: hostile }), hostile).to.throw(TypeError);
    }
    for (const label of ['a="b"', "kubernetes.cluster", ""])
      expect(() => lokiQuery(SCOPE, {}, label), label).to.throw(TypeError);
  });
});
