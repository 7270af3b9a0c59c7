// The library wants it before itself.
import "reflect-metadata";
import { once } from "node:events";
import { createServer, type Server } from "node:https";
import { createServer as createTcpServer, type AddressInfo, type Server as TcpServer, type Socket } from "node:net";
import { webcrypto } from "node:crypto";
import { SubjectAlternativeNameExtension, X509CertificateGenerator } from "@peculiar/x509";
import { expect } from "chai";
import {
  createAddressAsker,
  type AddressAskerOptions,
  type AskedAddress,
} from "../../../adapters/outgoing/address-asker.ts";
import { toAddressAskerRules, addressAskerSettings } from "../../../adapters/outgoing/address-asker-settings.ts";
import { z } from "zod";

const HOST = "shop.example.org";
const DAY_MS = 86_400_000;
const ALGORITHM = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" } as const;

type Pair = Readonly<{ key: string; cert: string }>;

async function certify(host: string, { days }: Readonly<{ days: number }>): Promise<Pair> {
  const keys = await webcrypto.subtle.generateKey(ALGORITHM, true, ["sign", "verify"]);
  const certificate = await X509CertificateGenerator.createSelfSigned(
    {
      name: `CN=${host}`,
      keys,
      notBefore: new Date(Date.now() - 3 * DAY_MS),
      notAfter: new Date(Date.now() + days * DAY_MS),
      signingAlgorithm: ALGORITHM,
      extensions: [new SubjectAlternativeNameExtension([{ type: "dns", value: host }])],
    },
    webcrypto as unknown as Crypto,
  );
  const key = Buffer.from(await webcrypto.subtle.exportKey("pkcs8", keys.privateKey)).toString("base64");
  return { key: `-----BEGIN PRIVATE KEY-----\n${key}\n-----END PRIVATE KEY-----\n`, cert: certificate.toString("pem") };
}

const said = (answer: AskedAddress): string =>
  answer.kind === "answered" ? String(answer.status) : `${answer.link} ${answer.detail}`.trim();

describe("The asker of addresses", function () {
  this.timeout(60_000);
  let server: Server;
  let good: Pair;
  let port: number;
  const seen: string[] = [];
  const silent: Socket[] = [];
  const deaf: TcpServer = createTcpServer((socket) => {
    socket.on("error", () => undefined);
    silent.push(socket);
  });

  before(async () => {
    good = await certify(HOST, { days: 1 });
    server = createServer(good, (request, response) => {
      seen.push(`${request.headers.host ?? ""} ${request.url ?? ""}`);
      if (request.headers["content-type"] === "application/grpc")
        request.on("data", (chunk: Buffer) => seen.push(`${seen.pop() ?? ""} ${chunk.toString("hex")}`));
      if (request.url === "/silent") return;
      if (request.url === "/broken") return void request.socket.destroy();
      if (request.url === "/simulated") response.setHeader("x-berth-refusal", "simulated");
      if (request.url === "/elsewhere") response.writeHead(302, { location: "https://169.254.169.254/" });
      request.resume().on("end", () => response.end("x".repeat(100_000)));
    });
    server.listen(0, "127.0.0.1");
    deaf.listen(0, "127.0.0.1");
    await Promise.all([once(server, "listening"), once(deaf, "listening")]);
    ({ port } = server.address() as AddressInfo);
  });
  after(() => {
    server.close();
    server.closeAllConnections();
    for (const socket of silent) socket.destroy();
    deaf.close();
  });

  function ask(path: string, options: Partial<AddressAskerOptions> = {}, at = port): Promise<AskedAddress> {
    const asker = createAddressAsker({
      resolve: () => Promise.resolve(["127.0.0.1"]),
      allowed: [],
      denied: [],
      ca: good.cert,
      ...options,
    });
    return asker({ url: `https://${HOST}:${at}`, path });
  }

  it("asks by name and path, at what the name was resolved to, and says what was answered", async () => {
    const answer = await ask("/healthz?full");
    expect(said(answer)).to.equal("200");
    expect(answer.tookMs).to.be.greaterThan(0);
    expect(seen.at(-1)).to.equal(`${HOST}:${port} /healthz?full`);
  });

  it("calls what speaks gRPC, which answers no GET", async () => {
    const asker = createAddressAsker({
      resolve: () => Promise.resolve(["127.0.0.1"]),
      allowed: [],
      denied: [],
      ca: good.cert,
    });
    expect(said(await asker({ url: `https://${HOST}:${port}`, path: "/", isGrpc: true }))).to.equal("200");
    expect(seen.at(-1)).to.equal(`${HOST}:${port} /grpc.health.v1.Health/Check 0000000000`);
  });

  it("follows no redirect, and takes a path for nothing but a path", async () => {
    expect(said(await ask("/elsewhere"))).to.equal("302");
    expect(said(await ask("//169.254.169.254/latest"))).to.equal("200");
    expect(seen.at(-1)).to.equal(`${HOST}:${port} //169.254.169.254/latest`);
  });

  it("names a link of DNS, and goes to no address that is not public", async () => {
    const dns = async (addresses: readonly string[], more: Partial<AddressAskerOptions> = {}): Promise<string> =>
      said(await ask("/dns", { resolve: () => Promise.resolve(addresses), denied: undefined, ...more } as never));
    expect(await dns([])).to.match(/^NameUnknown/);
    const away = (): Promise<never> => Promise.reject(new Error("SERVFAIL"));
    expect(said(await ask("/dns", { resolve: away }))).to.match(/^DnsUnavailable/);
    for (const address of ["127.0.0.1", "10.0.0.1", "169.254.169.254", "::1", "::ffff:127.0.0.1", "0.0.0.0"])
      expect(await dns([address]), address).to.equal("AddressRefused it is not public");
    expect(await dns(["1.1.1.1", "127.0.0.1"]), "one is enough").to.match(/^AddressRefused/);
    expect(await dns(["127.0.0.1"], { allowed: ["127.0.0.0/8", "0.0.0.0/0"] }), "only private ones").to.match(
      /^AddressRefused/,
    );
    expect(seen.some((line) => line.endsWith("/dns"))).to.equal(false);
  });

  it("names what is wrong with a certificate", async () => {
    expect(said(await ask("/", { ca: undefined }))).to.equal("TlsInvalid nobody who is trusted has signed it");
    const others: readonly (readonly [Pair, string])[] = [
      [await certify(HOST, { days: -1 }), "TlsInvalid it has expired"],
      [await certify("other.example.org", { days: 1 }), "TlsInvalid it names other hosts"],
    ];
    for (const [pair, wanted] of others) {
      server.setSecureContext(pair);
      expect(said(await ask("/", { ca: pair.cert }))).to.equal(wanted);
    }
    server.setSecureContext(good);
    expect(said(await ask("/")), "as before").to.equal("200");
  });

  it("names an address where nobody is, and one where nobody answers", async () => {
    const { port: deafPort } = deaf.address() as AddressInfo;
    // Long enough for a slow machine to come as far as each of them lets it.
    const answers = await Promise.all([
      ask("/", {}, 1),
      ask("/", { timeoutMs: 5_000 }, deafPort),
      ask("/silent", { timeoutMs: 5_000 }),
      ask("/broken"),
    ]);
    expect(answers.map(said)).to.deep.equal([
      "AddressSilent it refuses them",
      "AddressSilent no answer in time",
      "AnswerMissing no answer in time",
      "AnswerMissing the answer was broken off",
    ]);
  });

  it("asks a front instead of DNS where there is one, whose word alone counts for who is simulated", async () => {
    const resolve = (): Promise<never> => Promise.reject(new Error("nobody is asked"));
    const front = { address: "127.0.0.1", port };
    expect(said(await ask("/", { front, resolve, denied: ["loopback"] }, 443))).to.equal("200");
    expect(said(await ask("/simulated", { front, resolve }, 443))).to.equal("NodesSimulated");
    expect(said(await ask("/simulated"))).to.equal("200");
  });
});

describe("The settings of asking", () => {
  const rules = (given: Readonly<Record<string, string>>, domain = "apps.example.org") =>
    toAddressAskerRules(z.object(addressAskerSettings).parse(given), domain);

  it("ask everybody in public, and nobody under localhost without a front", () => {
    expect(rules({})).to.deep.equal({ allowed: [], front: undefined, ca: undefined });
    expect(rules({ BERTH_REACHABILITY: "off" })).to.equal(undefined);
    expect(rules({}, "apps.localhost")).to.equal(undefined);
    expect(rules({ BERTH_APPS_ADDRESS: "[::1]:8443" }, "apps.localhost")?.front).to.deep.equal({
      address: "::1",
      port: 8443,
    });
    expect(() => rules({ BERTH_APPS_ADDRESS: "apps.example.org:443" })).to.throw();
    expect(() => rules({ BERTH_APPS_ALLOWED_ADDRESSES: "private" })).to.throw();
  });

  it("trust a certificate that stands in them, and take no file's name for one", async () => {
    const { cert } = await certify(HOST, { days: 1 });
    expect(rules({ BERTH_APPS_CA: `${cert}\n${cert}\n` })?.ca).to.equal(`${cert}\n${cert}\n`);
    expect(() => rules({ BERTH_APPS_CA: "/etc/ca.pem" })).to.throw();
  });
});
