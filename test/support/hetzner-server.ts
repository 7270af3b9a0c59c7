import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { hangUp, listen } from "./listen.ts";

/** How Hetzner misbehaves; `rateLimited` and `expired` are what it does to a bad client. */
export type HetznerFault =
  | "html500"
  | "json503"
  | "expired"
  | "readOnlyRefused"
  | "rateLimited"
  | "malformed"
  | "otherShape"
  | "negativePrice"
  | "endless"
  | "redirect"
  | "cut"
  | "silent";

/** The token that the server takes. */
export const HETZNER_TOKEN = "hetzner-token-canary";

const LOCATIONS = [
  ["fsn1", "Falkenstein", "DE", "eu-central"],
  ["hel1", "Helsinki", "FI", "eu-central"],
  ["ash", "Ashburn, VA", "US", "us-east"],
].map(([name, city, country, zone], at) => ({
  id: at + 1,
  name,
  description: `${city} DC Park 1`,
  country,
  city,
  latitude: 50.47,
  longitude: 12.37,
  network_zone: zone,
}));

type There = Readonly<{ price: string; available: boolean; withdrawn?: string }>;
const serverType = (name: string, cores: number, memory: number, at: Record<string, There>): object => ({
  id: name.length,
  name,
  description: name.toUpperCase(),
  cores,
  memory,
  disk: 40,
  storage_type: "local",
  cpu_type: "shared",
  architecture: "x86",
  prices: Object.entries(at).map(([location, { price }]) => ({
    location,
    price_hourly: { net: "0.0060000000", gross: "0.0071400000000000" },
    price_monthly: { net: price, gross: `${price}9` },
    included_traffic: 21_990_232_555_520,
    price_per_tb_traffic: { net: "1.0000000000", gross: "1.1900000000000000" },
  })),
  locations: Object.entries(at).map(([location, { available, withdrawn }], index) => ({
    id: index + 1,
    name: location,
    available,
    recommended: available,
    deprecation:
      withdrawn === undefined ? null : { announced: "2024-01-01T00:00:00+00:00", unavailable_after: withdrawn },
  })),
});

const PAST = "2024-09-06T00:00:00+00:00";
const SERVER_TYPES = [
  serverType("cx11", 1, 2, { fsn1: { price: "3.2900000000", available: true, withdrawn: PAST } }),
  serverType("cx22", 2, 4, {
    fsn1: { price: "3.7900000000", available: true },
    hel1: { price: "3.5950000000", available: false },
  }),
  serverType("cpx11", 2, 0.5, {
    ash: { price: "5.4900000000", available: false },
    hel1: { price: "4.3500000000", available: true, withdrawn: "2099-01-01T00:00:00+00:00" },
    fsn1: { price: "4.3500000000", available: true, withdrawn: PAST },
  }),
];

/** Speaks the part of Hetzner Cloud's API that tells the catalogue: pages, budget of requests, faults. */
export class HetznerServer {
  /** Paths with their queries, in the order they were asked for. */
  readonly asked: string[] = [];
  fault: HetznerFault | undefined;
  /** How many requests have the fault; then it is over. */
  faultCount = Infinity;
  /** Most items of a page, whatever was asked for. */
  pageMax = 2;
  /** Requests that are left, and when (Unix seconds) the whole budget is back. */
  budget = 3_600;
  resetSeconds = 0;
  volumePrice = "0.0440000000000000";
  currency = "EUR";
  readonly #server = createServer((request, response) => {
    this.#answer(request, response);
  });

  async start(): Promise<string> {
    return `http://127.0.0.1:${await listen(this.#server)}/v1`;
  }

  async stop(): Promise<void> {
    await hangUp(this.#server);
  }

  /** Names what was asked for, without versions and queries. */
  get askedNames(): string[] {
    return this.asked.map((path) => new URL(path, "http://x").pathname.replace("/v1/", ""));
  }

  #answer({ url = "/", headers }: IncomingMessage, response: ServerResponse): void {
    this.asked.push(url);
    const { pathname, searchParams } = new URL(url, "http://x");
    response.setHeader("RateLimit-Limit", 3_600);
    response.setHeader("RateLimit-Remaining", Math.max(0, (this.budget -= 1)));
    response.setHeader("RateLimit-Reset", this.resetSeconds);
    if (this.fault !== undefined && (this.faultCount -= 1) >= 0) misbehave(this.fault, response);
    else if (headers.authorization !== `Bearer ${HETZNER_TOKEN}`) misbehave("expired", response);
    else if (this.budget < 0) misbehave("rateLimited", response);
    else if (pathname === "/v1/locations") this.#page("locations", LOCATIONS, searchParams, response);
    else if (pathname === "/v1/server_types") this.#page("server_types", SERVER_TYPES, searchParams, response);
    else if (pathname === "/v1/pricing") answerJson(response, 200, pricing(this.volumePrice, this.currency));
    else answerJson(response, 410, problem("deprecated_api_endpoint"));
  }

  #page(member: string, all: readonly unknown[], query: URLSearchParams, response: ServerResponse): void {
    const page = Number(query.get("page") ?? 1);
    const size = Math.min(Number(query.get("per_page") ?? 25), this.pageMax);
    const last = Math.ceil(all.length / size);
    const pagination = {
      page,
      per_page: size,
      previous_page: page > 1 ? page - 1 : null,
      next_page: page < last ? page + 1 : null,
      last_page: last,
      total_entries: all.length,
    };
    answerJson(response, 200, { [member]: all.slice((page - 1) * size, page * size), meta: { pagination } });
  }
}

const pricing = (net: string, currency: string): object => ({
  pricing: {
    currency,
    vat_rate: "19.000000",
    volume: { price_per_gb_month: { net, gross: "0.0523600000000000" } },
    server_types: [],
  },
});
const problem = (code: string): object => ({ error: { code, message: "secret-internals of hcloud", details: null } });
const both = { ...pricing("0.0440", "EUR"), locations: [], server_types: [] };

const MISBEHAVIOUR: Readonly<Record<HetznerFault, (response: ServerResponse) => void>> = {
  html500: (response) =>
    response.writeHead(500, { "content-type": "text/html" }).end("<html>secret-internals of nginx</html>"),
  json503: (response) => answerJson(response, 503, problem("service_error")),
  expired: (response) => answerJson(response, 401, problem("unauthorized")),
  readOnlyRefused: (response) => answerJson(response, 403, problem("token_readonly")),
  rateLimited: (response) => answerJson(response, 429, problem("rate_limit_exceeded")),
  malformed: (response) => response.writeHead(200).end('{"locations": [{"secret-internals'),
  otherShape: (response) => answerJson(response, 200, { "secret-internals": true }),
  negativePrice: (response) => answerJson(response, 200, { ...both, ...pricing("-1.0", "EUR") }),
  endless: (response) => answerJson(response, 200, { ...both, meta: { pagination: { next_page: 1 } } }),
  redirect: (response) => response.writeHead(302, { location: "http://127.0.0.1:9/secret-internals" }).end(),
  cut: (response) => response.destroy(),
  silent: () => undefined,
};

function misbehave(fault: HetznerFault, response: ServerResponse): void {
  MISBEHAVIOUR[fault](response);
}

function answerJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}
