import { expect } from "chai";
import type { Mandate, PaymentProvider } from "../../../adapters/payments/payment-provider.ts";
import type { Pool } from "../../../adapters/postgres/pool.ts";
import { revokeMandates } from "../../../api/billing/revoke-mandates.ts";

const LEASE = { name: "billing/o", holder: "l", seconds: 60 };
const MANDATE: Omit<Mandate, "id"> = {
  status: "valid",
  method: null,
  holder: null,
  account: null,
  cardLabel: null,
  cardExpiresOn: null,
  createdAt: new Date(0),
};

describe("revoking mandates", () => {
  const setUp = (): {
    left: string[];
    revoke: (isHeld: (left: number) => boolean, stepMs: number) => Promise<number>;
  } => {
    const left = Array.from({ length: 100 }, (_, index) => `mdt_${index}`);
    let nowMs = 0;
    const revoke = (isHeld: (left: number) => boolean, stepMs: number): Promise<number> => {
      const provider: Pick<PaymentProvider, "listMandates" | "revokeMandate"> = {
        listMandates: () => Promise.resolve(left.map((id) => ({ ...MANDATE, id }))),
        revokeMandate: (_customer, id) => {
          left.splice(left.indexOf(id), 1);
          nowMs += stepMs;
          return Promise.resolve();
        },
      };
      const pool = { query: () => Promise.resolve({ rowCount: isHeld(left.length) ? 1 : 0 }) } as unknown as Pool;
      return revokeMandates({ pool, provider: provider as PaymentProvider, nowMs: () => nowMs }, "cst", LEASE);
    };
    return { left, revoke };
  };
  const faultOf = async (work: Promise<number>): Promise<unknown> => work.catch((error: unknown) => error);

  it("stops before any proxy would, says how far it came, and goes on from there", async () => {
    const { left, revoke } = setUp();
    const fault = await faultOf(revoke(() => true, 1_000));
    expect(fault).to.include({ code: "unavailable", retryAfterSeconds: 1 });
    expect((fault as { publicMessage: string }).publicMessage).to.match(/^46 mandates are revoked so far; repeat/);
    expect(left).to.have.length(54);
    expect(await revoke(() => true, 500)).to.equal(54);
  });

  it("stops when somebody else holds the lease", async () => {
    const { left, revoke } = setUp();
    expect(await faultOf(revoke((count) => count > 90, 0))).to.include({ code: "unavailable" });
    expect(left).to.have.length(90);
  });
});
