import { join } from "node:path";
import { expect } from "chai";
import { BERTH_CHART, pick, renderChart, type Rendered } from "../support/helm.ts";

type Labels = Readonly<Record<string, string>>;
type Port = Readonly<{ name: string; containerPort: number }>;
type ServicePort = Readonly<{ name: string; port: number; targetPort: string }>;
type Rule = Readonly<{ from?: readonly unknown[]; ports?: readonly Readonly<{ port: string }>[] }>;

const meets = (selector: Labels, labels: Labels): boolean =>
  Object.entries(selector).every(([name, value]) => labels[name] === value);
const ofKind = (objects: readonly Rendered[], kind: string): Rendered[] => objects.filter((one) => one.kind === kind);
const titleOf = ({ kind, metadata }: Rendered): string => `${kind} ${metadata.name}`;

function portsOf(deployment: Rendered): readonly Port[] {
  const containers = pick(deployment, "spec.template.spec.containers") as readonly Readonly<{ ports: readonly Port[] }>[];
  return containers.flatMap(({ ports }) => ports);
}

/** Finds the one process whose pods a selector means; what selects none, or more than one, leads astray. */
function processOf(objects: readonly Rendered[], selector: unknown): Rendered | undefined {
  const found = ofKind(objects, "Deployment").filter((one) =>
    meets((selector ?? {}) as Labels, pick(one, "spec.template.metadata.labels") as Labels),
  );
  return found.length === 1 ? found[0] : undefined;
}

/** Finds Services that lead to no pod or to no port of it. */
function strayServices(objects: readonly Rendered[]): string[] {
  return ofKind(objects, "Service").flatMap((service) => {
    const process = processOf(objects, pick(service, "spec.selector"));
    if (process === undefined) return [`${titleOf(service)}: it selects no process`];
    const known = portsOf(process).map(({ name }) => name);
    const ports = pick(service, "spec.ports") as readonly ServicePort[];
    return ports
      .filter(({ targetPort }) => !known.includes(targetPort))
      .map(({ targetPort }) => `${titleOf(service)}: no port ${targetPort}`);
  });
}

/** Finds ways from outside that lead to no port of a Service. */
function strayRoutes(objects: readonly Rendered[]): string[] {
  const serves = (name: unknown, port: unknown): boolean =>
    ofKind(objects, "Service")
      .filter(({ metadata }) => metadata.name === name)
      .flatMap((service) => pick(service, "spec.ports") as readonly ServicePort[])
      .some((one) => one.name === port || one.port === port);
  const targets = [
    ...ofKind(objects, "Ingress").map((one) => {
      const service = pick(one, "spec.rules.0.http.paths.0.backend.service");
      return { one, name: pick(service, "name"), port: pick(service, "port.name") };
    }),
    ...ofKind(objects, "HTTPRoute").map((one) => {
      const backend = pick(one, "spec.rules.0.backendRefs.0");
      return { one, name: pick(backend, "name"), port: pick(backend, "port") };
    }),
  ];
  return targets.filter(({ name, port }) => !serves(name, port)).map(({ one }) => `${titleOf(one)}: leads nowhere`);
}

/** Finds policies that protect nothing or let everybody in, and ports that no policy opens: those nobody would reach. */
function strayPolicies(objects: readonly Rendered[]): string[] {
  const opened = new Map<string, Set<string>>();
  const faults = ofKind(objects, "NetworkPolicy").flatMap((policy) => {
    const process = processOf(objects, pick(policy, "spec.podSelector.matchLabels"));
    if (process === undefined) return [`${titleOf(policy)}: it selects no process`];
    const rules = (pick(policy, "spec.ingress") ?? []) as readonly Rule[];
    const names = rules.flatMap(({ ports = [] }) => ports.map(({ port }) => port));
    opened.set(process.metadata.name, new Set(names));
    const known = portsOf(process).map(({ name }) => name);
    return [
      ...names.filter((name) => !known.includes(name)).map((name) => `${titleOf(policy)}: no port ${name}`),
      ...(rules.some(({ from = [], ports = [] }) => from.length === 0 || ports.length === 0)
        ? [`${titleOf(policy)}: it lets everybody in, or to every port`]
        : []),
    ];
  });
  const closed = ofKind(objects, "Deployment").flatMap((process) =>
    portsOf(process)
      .filter(({ name }) => opened.get(process.metadata.name)?.has(name) !== true)
      .map(({ name }) => `${titleOf(process)}: no policy opens ${name}`),
  );
  return [...faults, ...closed];
}

/** Finds budgets of no process, processes without one, and those that would let no pod go when a node is drained. */
function strayBudgets(objects: readonly Rendered[]): string[] {
  const budgets = ofKind(objects, "PodDisruptionBudget");
  const guarded = budgets.map((budget) => processOf(objects, pick(budget, "spec.selector.matchLabels")));
  const unguarded = ofKind(objects, "Deployment").filter((one) => !guarded.includes(one));
  const stuck = budgets.filter((budget) => Number(pick(budget, "spec.maxUnavailable")) < 1);
  return [
    ...budgets.filter((_, index) => guarded[index] === undefined).map((one) => `${titleOf(one)}: it guards nothing`),
    ...unguarded.map((one) => `${titleOf(one)}: no budget guards it`),
    ...stuck.map((one) => `${titleOf(one)}: no node could be drained`),
  ];
}

/** Finds pods whose account is not made, or has no rights. */
function strayAccounts(objects: readonly Rendered[]): string[] {
  const made = ofKind(objects, "ServiceAccount").map(({ metadata }) => metadata.name);
  const bound = ofKind(objects, "ClusterRoleBinding").flatMap(
    (binding) => (pick(binding, "subjects") as readonly Readonly<{ name: string }>[]).map(({ name }) => name),
  );
  return ofKind(objects, "Deployment").flatMap((process) => {
    const account = String(pick(process, "spec.template.spec.serviceAccountName"));
    return made.includes(account) && bound.includes(account) ? [] : [`${titleOf(process)}: its account ${account}`];
  });
}

function strays(objects: readonly Rendered[]): string[] {
  return [strayServices, strayRoutes, strayPolicies, strayBudgets, strayAccounts].flatMap((find) => find(objects));
}

describe("the ways to and between the parts of charts/berth", function () {
  this.timeout(300_000);
  let minimal: Rendered[];
  let everything: Rendered[];
  before(async () => {
    [minimal = [], everything = []] = await Promise.all(
      ["minimal", "everything"].map(async (name) => {
        const objects = await renderChart(BERTH_CHART, [join(BERTH_CHART, "ci", `${name}-values.yaml`)], "berth-system");
        // The policy of Argo CD's own pods, which says where these may go, is berth.test.ts's.
        return objects.filter(({ metadata }) => metadata.name !== "berth-repo-server");
      }),
    );
  });

  it("lead to the pods and ports that are meant, whatever is switched on", () => {
    expect(strays(minimal)).to.deep.equal([]);
    expect(strays(everything)).to.deep.equal([]);
    expect(ofKind(everything, "Ingress").concat(ofKind(everything, "HTTPRoute"))).to.have.length(2);
  });

  it("has two replicas of each process when nobody says otherwise", () => {
    const replicas = ofKind(minimal, "Deployment").map((one) => pick(one, "spec.replicas"));
    expect(replicas).to.deep.equal([2, 2]);
  });

  it("let in only whom the values name", () => {
    for (const policy of ofKind(everything, "NetworkPolicy")) {
      const rules = pick(policy, "spec.ingress") as readonly Readonly<{ from: unknown; ports: unknown }>[];
      const rest = { from: "ingress", ports: "http" };
      const scrape = { from: "monitoring", ports: "metrics" };
      const name = "kubernetes.io/metadata.name";
      expect(rules, policy.metadata.name).to.deep.equal(
        (policy.metadata.name === "berth-gateway" ? [rest, scrape] : [scrape]).map(({ from, ports }) => ({
          from: [{ namespaceSelector: { matchLabels: { [name]: from } } }],
          ports: [{ port: ports }],
        })),
      );
    }
  });

  const bad: readonly (readonly [string, string, (one: Rendered) => void, string])[] = [
    ["a Service of a process that there is not", "Service", (one) => relabel(one, "spec.selector"), "selects no process"],
    ["a Service of both processes", "Service", (one) => ((one["spec"] as { selector: Labels }).selector = {}), "selects no process"],
    ["a target port that nobody listens on", "Service", (one) => assign(one, "spec.ports.0", { targetPort: "https" }), "no port https"],
    ["a route to a port that the Service has not", "HTTPRoute", (one) => assign(one, "spec.rules.0.backendRefs.0", { port: 8080 }), "leads nowhere"],
    ["an Ingress to another Service", "Ingress", (one) => assign(one, "spec.rules.0.http.paths.0.backend.service", { name: "berth" }), "leads nowhere"],
    ["a policy that selects nobody", "NetworkPolicy", (one) => relabel(one, "spec.podSelector.matchLabels"), "selects no process"],
    ["a policy that lets everybody in", "NetworkPolicy", (one) => assign(one, "spec.ingress.0", { from: [] }), "lets everybody in"],
    ["a policy that forgets a port", "NetworkPolicy", (one) => assign(one, "spec", { ingress: [] }), "no policy opens"],
    ["a budget of nobody", "PodDisruptionBudget", (one) => relabel(one, "spec.selector.matchLabels"), "guards"],
    ["a budget that lets no pod go", "PodDisruptionBudget", (one) => assign(one, "spec", { maxUnavailable: 0 }), "drained"],
    ["an account without rights", "ClusterRoleBinding", (one) => assign(one, "subjects.0", { name: "somebody" }), "its account"],
  ];
  for (const [what, kind, spoil, fault] of bad)
    it(`would be seen to go astray (known bad): ${what}`, () => {
      const objects = structuredClone(everything);
      for (const one of ofKind(objects, kind)) spoil(one);
      expect(strays(objects).join("\n")).to.contain(fault);
    });
});

function assign(one: Rendered, path: string, members: object): void {
  Object.assign(pick(one, path) as object, members);
}

function relabel(one: Rendered, path: string): void {
  assign(one, path, { "app.kubernetes.io/component": "nobody" });
}
