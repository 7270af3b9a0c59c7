import { createPrivateKey, createPublicKey, sign, X509Certificate, type KeyObject } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { request } from "node:https";
import { text } from "node:stream/consumers";
import type { AcmeServer } from "./start-servers.ts";

type Answer = Readonly<{ status: number; headers: IncomingHttpHeaders; text: string }>;

/** Revokes a certificate at its authority as whoever has its key may do (RFC 8555, 7.6). */
export async function revokeCertificate(
  acme: AcmeServer,
  { certificate, key }: Readonly<{ certificate: string; key: string }>,
): Promise<void> {
  const directory = JSON.parse((await ask(acme, acme.url)).text) as Readonly<{ newNonce: string; revokeCert: string }>;
  const nonce = (await ask(acme, directory.newNonce, { method: "HEAD" })).headers["replay-nonce"];
  const privateKey = createPrivateKey(key);
  const alg = privateKey.asymmetricKeyType === "ec" ? "ES256" : "RS256";
  const jwk = createPublicKey(privateKey).export({ format: "jwk" });
  const header = encode(JSON.stringify({ alg, jwk, nonce, url: directory.revokeCert }));
  const der = new X509Certificate(certificate).raw.toString("base64url");
  // 1: its key was seen by somebody (RFC 5280).
  const payload = encode(JSON.stringify({ certificate: der, reason: 1 }));
  const signature = signText(privateKey, `${header}.${payload}`);
  const body = JSON.stringify({ protected: header, payload, signature });
  const answer = await ask(acme, directory.revokeCert, { method: "POST", body });
  if (answer.status !== 200) throw new Error(`The authority revokes nothing: ${answer.status} ${answer.text}`);
}

/** Asks the authority whether a certificate is revoked. */
export async function isRevoked(acme: AcmeServer, { serialNumber }: X509Certificate): Promise<boolean> {
  const { text: said } = await ask(acme, `${acme.managementUrl}/cert-status-by-serial/${serialNumber}`);
  return (JSON.parse(said) as Readonly<{ Status: string }>).Status === "Revoked";
}

const encode = (plain: string): string => Buffer.from(plain).toString("base64url");

function signText(key: KeyObject, plain: string): string {
  return sign("sha256", Buffer.from(plain), { key, dsaEncoding: "ieee-p1363" }).toString("base64url");
}

function ask(
  { caBundle }: AcmeServer,
  url: string,
  { method = "GET", body }: Readonly<{ method?: string; body?: string }> = {},
): Promise<Answer> {
  const type = body === undefined ? {} : { "content-type": "application/jose+json" };
  // Who does not say who asks is refused.
  const headers = { "user-agent": "berth-test", ...type };
  return new Promise((resolve, reject) => {
    const asked = request(url, { method, headers, ca: Buffer.from(caBundle, "base64"), agent: false }, (answer) => {
      text(answer).then(
        (said) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text: said }),
        reject,
      );
    });
    asked.on("error", reject).end(body);
  });
}
