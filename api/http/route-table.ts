import { BerthError } from "../../contract/errors.ts";
import type { Method } from "../../contract/rest/operation.ts";

/** What a method and a path lead to. */
type Match<T> =
  | Readonly<{ kind: "found"; route: T; parameters: Readonly<Record<string, string>> }>
  | Readonly<{ kind: "wrongMethod"; allow: string }>
  | Readonly<{ kind: "unknown" }>;

type Node<T> = {
  literals: Map<string, Node<T>>;
  parameter?: Node<T>;
  routes: Map<string, { route: T; names: readonly string[] }>;
};

/** Finds routes in one walk over the path's segments: a literal segment wins over a parameter. */
export class RouteTable<T extends Readonly<{ method: Method; path: string }>> {
  readonly #root: Node<T> = { literals: new Map(), routes: new Map() };

  constructor(routes: readonly T[]) {
    for (const route of routes) this.#add(route);
  }

  /** Looks up a path without its base; HEAD counts as GET. */
  match(method: string, path: string): Match<T> {
    const values: string[] = [];
    const node = this.#walk(this.#root, path.split("/").slice(1), values);
    if (node === undefined) return { kind: "unknown" };
    const found = node.routes.get(method === "HEAD" ? "GET" : method);
    if (found === undefined) return { kind: "wrongMethod", allow: allowOf(node) };
    const pairs = found.names.map((name, index) => [name, decode(values[index] ?? "")] as const);
    return { kind: "found", route: found.route, parameters: Object.fromEntries(pairs) };
  }

  #walk(node: Node<T>, segments: readonly string[], values: string[]): Node<T> | undefined {
    const [segment, ...rest] = segments;
    if (segment === undefined) return node.routes.size > 0 ? node : undefined;
    const literal = node.literals.get(segment);
    const found = literal === undefined ? undefined : this.#walk(literal, rest, values);
    if (found !== undefined || node.parameter === undefined || segment === "") return found;
    const depth = values.push(segment);
    const deeper = this.#walk(node.parameter, rest, values);
    if (deeper === undefined) values.length = depth - 1;
    return deeper;
  }

  #add(route: T): void {
    let node = this.#root;
    const names: string[] = [];
    for (const segment of route.path.split("/").slice(1)) {
      const name = /^\{(.+)\}$/.exec(segment)?.[1];
      if (name !== undefined) names.push(name);
      node = name === undefined ? literalChild(node, segment) : (node.parameter ??= emptyNode());
    }
    const method = route.method.toUpperCase();
    if (node.routes.has(method)) throw new Error(`Two operations answer ${method} ${route.path}`);
    node.routes.set(method, { route, names });
  }
}

function literalChild<T>(node: Node<T>, segment: string): Node<T> {
  const child = node.literals.get(segment) ?? emptyNode<T>();
  node.literals.set(segment, child);
  return child;
}

function emptyNode<T>(): Node<T> {
  return { literals: new Map(), routes: new Map() };
}

function allowOf<T>(node: Node<T>): string {
  const methods = [...node.routes.keys()].flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]));
  return methods.sort().join(", ");
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new BerthError("malformed", { publicMessage: "The path is not UTF-8." });
  }
}
