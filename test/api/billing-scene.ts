import { createMollieProvider } from "../../adapters/payments/mollie-provider.ts";
import { SecretText } from "../../contract/secret-text.ts";
import { createCapturedLogger } from "../support/captured-logger.ts";
import { MollieServer } from "../support/mollie-server.ts";
import type { Account, Answer } from "./client.ts";
import { startTestGateway, type TestGateway } from "./gateway.ts";

export const PUBLIC_URL = "https://platform.example.org";
export const PATH = "/billing/payment-method";
/** Takes payments for clusters of the local provider too. */
const PAID = {
  BERTH_PUBLIC_URL: PUBLIC_URL,
  BERTH_MOLLIE_API_KEY: "replaced",
  BERTH_FREE_PROVIDERS: "another",
};
export const CLUSTER = { provider: "local", region: "local-1", tier: "shared" };

/** A gateway that asks a double of Mollie. */
export type BillingScene = Readonly<{
  gateway: TestGateway;
  mollie: MollieServer;
  /** What the gateway has logged. */
  lines: Record<string, unknown>[];
  stop: () => Promise<void>;
}>;

/** Starts both. */
export async function startBilling(timeoutMs = 30_000): Promise<BillingScene> {
  const mollie = new MollieServer();
  const url = await mollie.start();
  const payments = createMollieProvider({ url, apiKey: new SecretText(mollie.apiKey), timeoutMs });
  const { logger: log, lines } = createCapturedLogger();
  const gateway = await startTestGateway({
    env: { ...PAID, BERTH_MOLLIE_URL: url },
    replace: () => ({ payments, log }),
  });
  mollie.platform = gateway.url;
  const stop = async (): Promise<void> => {
    await gateway.stop();
    await mollie.stop();
  };
  return { gateway, mollie, lines, stop };
}

/** Begins a payment method and returns its checkout. */
export async function begin(account: Account, body: object = {}): Promise<string> {
  const answer = await account.session("POST", PATH, body);
  if (answer.status !== 201) throw new Error(`${PATH}: ${answer.status} ${answer.text}`);
  return String(answer.body["checkout_url"]);
}

/** Reads what one may know of a payment method. */
export const read = (account: Account, query = ""): Promise<Answer> => account.session("GET", `${PATH}${query}`);

/** Gives an account a payment method that pays, and returns its customer at Mollie. */
export async function pay({ mollie }: BillingScene, account: Account, body: object = {}): Promise<string> {
  const checkout = await begin(account, body);
  await mollie.checkout(checkout, "paid");
  return String(mollie.payments.get(checkout.split("/").at(-1) ?? "")?.body["customerId"]);
}
