import { createHash, randomBytes } from "node:crypto";
import { Agent, fetch, type BodyInit } from "undici";
import {
  architectureOf,
  describeImage,
  LAYER_TYPE,
  MANIFEST_TYPE,
  type ImageConfig,
} from "../../../local/images/describe-image.ts";

/** Who signs in. */
export type RegistryLogin = Readonly<{ username: string; password: string }>;
/** An answer of the registry. */
type RegistryAnswer = Readonly<{ status: number; headers: Headers; text: string }>;
type Sent = Readonly<{ token?: string; body?: BodyInit; type?: string; headers?: Record<string, string> }>;

/** Names content as registries do. */
export function digestOf(content: Buffer | string): string {
  return `sha256:${createHash("sha256").update(content).digest("hex")}`;
}

/** Speaks the OCI distribution protocol as docker and containerd do, and as hostile clients would. */
export class OciClient {
  readonly #origin: string;
  readonly #dispatcher: Agent;

  constructor(host: string, caPem: string) {
    this.#origin = `https://${host}`;
    this.#dispatcher = new Agent({ connect: { ca: caPem } });
  }

  /** Sends one request to any path of the registry's address. */
  async send(method: string, path: string, { token, body, type, headers }: Sent = {}): Promise<RegistryAnswer> {
    const url = path.startsWith("https:") ? path : `${this.#origin}${path}`;
    const response = await fetch(url, {
      method,
      dispatcher: this.#dispatcher,
      redirect: "manual",
      ...(body !== undefined && { body }),
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(type !== undefined && { "content-type": type }),
        ...headers,
      },
    });
    return { status: response.status, headers: response.headers as Headers, text: await response.text() };
  }

  /** Asks for a token where the registry says that there are some. */
  async askToken(
    login: RegistryLogin | undefined,
    scopes: readonly string[],
    service?: string,
  ): Promise<RegistryAnswer> {
    const challenge = (await this.send("GET", "/v2/")).headers.get("www-authenticate") ?? "";
    const [realm = "", named = ""] = ["realm", "service"].map(
      (key) => new RegExp(`${key}="([^"]*)"`).exec(challenge)?.[1],
    );
    const query = new URLSearchParams([["service", service ?? named], ...scopes.map((scope) => ["scope", scope])]);
    const basic = Buffer.from(`${login?.username ?? ""}:${login?.password ?? ""}`).toString("base64");
    const headers: Record<string, string> = login === undefined ? {} : { authorization: `Basic ${basic}` };
    return this.send("GET", `${realm}?${query.toString()}`, { headers });
  }

  /** Answers a token, which may hold less than the scopes. */
  async token(login: RegistryLogin, ...scopes: string[]): Promise<string> {
    const { status, text } = await this.askToken(login, scopes);
    if (status !== 200) throw new Error(`No token: ${status} ${text}`);
    return (JSON.parse(text) as { token: string }).token;
  }

  /** Uploads a blob in one piece. */
  async putBlob(repository: string, content: Buffer, token: string): Promise<RegistryAnswer> {
    const begun = await this.send("POST", `/v2/${repository}/blobs/uploads/`, { token });
    if (begun.status !== 202) return begun;
    const location = begun.headers.get("location") ?? "";
    const at = `${location}${location.includes("?") ? "&" : "?"}digest=${encodeURIComponent(digestOf(content))}`;
    return this.send("PUT", at, { token, body: content as unknown as BodyInit, type: "application/octet-stream" });
  }

  /** Pushes an image of one layer; answers the refusal, or what the manifest was answered with. */
  async push(
    image: string,
    login: RegistryLogin,
    layer: Buffer = randomBytes(512),
    config: ImageConfig = {},
  ): Promise<RegistryAnswer> {
    const [repository = "", tag = "latest"] = image.split(":");
    const token = await this.token(login, `repository:${repository}:pull,push`);
    const packed = { mediaType: LAYER_TYPE, digest: digestOf(layer), size: layer.length };
    const described = describeImage([packed], config, architectureOf());
    for (const blob of [Buffer.from(described.config.text), layer]) {
      const put = await this.putBlob(repository, blob, token);
      if (put.status !== 201) return put;
    }
    const body = described.manifest.text;
    return this.send("PUT", `/v2/${repository}/manifests/${tag}`, { token, body, type: MANIFEST_TYPE });
  }

  /** Pulls a manifest with a token for that. */
  async pull(image: string, login: RegistryLogin): Promise<RegistryAnswer> {
    const [repository = "", tag = "latest"] = image.split(":");
    const token = await this.token(login, `repository:${repository}:pull`);
    return this.send("GET", `/v2/${repository}/manifests/${tag}`, { token, headers: { accept: MANIFEST_TYPE } });
  }

  /** Closes its connections. */
  close(): Promise<void> {
    return this.#dispatcher.destroy();
  }
}
