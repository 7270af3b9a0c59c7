import { expect } from "chai";
import { OPERATIONS } from "../../../contract/rest/all.ts";
import { HANDLERS } from "../../../api/routes/all.ts";
import { bindRoutes } from "../../../api/bind-routes.ts";
import { RouteTable } from "../../../api/http/route-table.ts";

describe("the route table", () => {
  it("finds every operation by its own path, with its parameters", () => {
    const table = new RouteTable(OPERATIONS);
    for (const operation of OPERATIONS) {
      const path = operation.path.replaceAll(/\{([^}]+)\}/g, "<$1>".replaceAll(/[<>]/g, "~"));
      const match = table.match(operation.method.toUpperCase(), path);
      const names = Object.keys(operation.parameters.path.shape);
      expect(match).to.deep.equal({
        kind: "found",
        route: operation,
        parameters: Object.fromEntries(names.map((name) => [name, `~${name}~`])),
      });
    }
  });

  it("prefers a literal segment, and goes back to the parameter when it leads nowhere", () => {
    const table = new RouteTable([
      { method: "get", path: "/a/{id}/x" },
      { method: "get", path: "/a/fixed" },
      { method: "post", path: "/a/fixed" },
    ] as const);
    expect(table.match("GET", "/a/fixed/x")).to.deep.include({ kind: "found", parameters: { id: "fixed" } });
    expect(table.match("HEAD", "/a/fixed")).to.deep.include({ kind: "found", parameters: {} });
    expect(table.match("PUT", "/a/fixed")).to.deep.equal({ kind: "wrongMethod", allow: "GET, HEAD, POST" });
    for (const path of ["/a", "/a/", "/a//x", "/b", "a/fixed", "/a/fixed/"])
      expect(table.match("GET", path), path).to.deep.equal({ kind: "unknown" });
  });

  it("decodes parameters, and refuses bytes that are not UTF-8", () => {
    const table = new RouteTable([{ method: "get", path: "/a/{id}" }] as const);
    expect(table.match("GET", "/a/x%2Fy%20z")).to.deep.include({ parameters: { id: "x/y z" } });
    expect(() => table.match("GET", "/a/%ff")).to.throw("The path is not UTF-8");
  });

  it("refuses two operations of one route, and a start without all handlers", () => {
    const twice = [
      { method: "get", path: "/a/{id}" },
      { method: "get", path: "/a/{name}" },
    ] as const;
    expect(() => new RouteTable(twice)).to.throw("Two operations");
    const others = Object.fromEntries(Object.entries(HANDLERS).filter(([name]) => name !== "login"));
    expect(() => bindRoutes(OPERATIONS, others)).to.throw("without a handler: login");
    expect(() => bindRoutes(OPERATIONS.slice(1), HANDLERS)).to.throw("register");
    expect(bindRoutes(OPERATIONS, HANDLERS)).to.have.length(OPERATIONS.length);
  });
});
