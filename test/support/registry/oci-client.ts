import { createHash, randomBytes } from "node:crypto";
import { Agent, fetch, type BodyInit } from "undici";

/** Who signs in. */
export type RegistryLogin = Readonly<{ username: string; password: string }>;
/** An answer of the registry. */
export type RegistryAnswer = Readonly<{ status: number; headers: Headers; text: string }>;
type Sent = Readonly<{ token?: string; body?: BodyInit; type?: string; headers?: Record<string, string> }>;

const MANIFEST = "application/vnd.oci.image.manifest.v1+json";
const CONFIG = "application/vnd.oci.image.config.v1+json";
const LAYER = "application/vnd.oci.image.layer.v1.tar";

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
  async push(image: string, login: RegistryLogin, layer: Buffer = randomBytes(512)): Promise<RegistryAnswer> {
    const [repository = "", tag = "latest"] = image.split(":");
    const token = await this.token(login, `repository:${repository}:pull,push`);
    const config = Buffer.from(JSON.stringify({ architecture: "amd64", os: "linux", rootfs: { type: "layers" } }));
    for (const blob of [config, layer]) {
      const put = await this.putBlob(repository, blob, token);
      if (put.status !== 201) return put;
    }
    const part = (mediaType: string, blob: Buffer): unknown => ({
      mediaType,
      size: blob.length,
      digest: digestOf(blob),
    });
    const manifest = JSON.stringify({
      schemaVersion: 2,
      mediaType: MANIFEST,
      config: part(CONFIG, config),
      layers: [part(LAYER, layer)],
    });
    return this.send("PUT", `/v2/${repository}/manifests/${tag}`, { token, body: manifest, type: MANIFEST });
  }

  /** Pulls a manifest with a token for that. */
  async pull(image: string, login: RegistryLogin): Promise<RegistryAnswer> {
    const [repository = "", tag = "latest"] = image.split(":");
    const token = await this.token(login, `repository:${repository}:pull`);
    return this.send("GET", `/v2/${repository}/manifests/${tag}`, { token, headers: { accept: MANIFEST } });
  }

  /** Closes its connections. */
  close(): Promise<void> {
    return this.#dispatcher.destroy();
  }
}
