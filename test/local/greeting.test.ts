import { expect } from "chai";
import type { Connection } from "../../local/connection.ts";
import { greeting } from "../../local/greeting.ts";

const CONNECTION: Connection = {
  url: "http://localhost:4000",
  metrics_url: "http://localhost:9464/metrics",
  admin: { email: "admin@example.org", password: "of-this-machine" },
  service_token: "token",
  kubeconfig: "/home/a/kubeconfig",
  git: { url: "http://localhost:3000/platform.git", token: "git-token", branch: "main" },
  postgres_url: "postgres://localhost/berth",
  argocd_namespace: "argocd",
  registry: { address: "localhost:5000", ca_file: "/home/a/ca.pem" },
  apps: {} as Connection["apps"],
  processes: {},
};

describe("What make run says", () => {
  it("is the console's address first, and how to sign in to it", () => {
    const addresses = greeting(CONNECTION, "/home/a")
      .split("\n")
      .filter((line) => /\w+:\/\//.test(line));
    expect(addresses[0]).to.match(/^ {2}Console +http:\/\/localhost:4000\/ /);
    expect(addresses[0]).to.contain("sign in as admin@example.org, password of-this-machine");
  });

  it("names the programs that a shell has by its settings", () => {
    expect(greeting(CONNECTION, "/home/a")).to.contain("for a shell, with berth, berthctl and kubectl: . /home/a/env");
  });
});
