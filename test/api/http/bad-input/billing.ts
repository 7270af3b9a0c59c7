import { faults, refusal, type BadInput, type Expected } from "./row.ts";

const FORM = "application/x-www-form-urlencoded";
const PATH = "/billing/payment-method";
const MIB = 1_048_576;

/** Forms that Mollie's webhook does not take: type, bytes, answer. */
const FORMS: Readonly<Record<string, readonly [type: string, bytes: Buffer | string, expect: Expected]>> = {
  nothing: [FORM, "", faults(["missing", "body"])],
  "another member": [FORM, "status=paid", faults(["missing", "body", "id"])],
  "an empty id": [FORM, "id=", faults(["string_too_short", "body", "id"])],
  "an id of 65 characters": [FORM, `id=${"x".repeat(65)}`, faults(["string_too_long", "body", "id"])],
  "an id with NUL": [FORM, "id=tr_%00", faults(["string_pattern_mismatch", "body", "id"])],
  "two ids, the last of them too long": [
    FORM,
    `id=tr_1&id=${"x".repeat(65)}`,
    faults(["string_too_long", "body", "id"]),
  ],
  "no UTF-8": [FORM, Buffer.from([0x69, 0x64, 0x3d, 0xff]), refusal(400, "malformed")],
  "1 MiB and a byte": [FORM, `id=${"x".repeat(MIB - 2)}`, refusal(413, "too_large")],
  latin1: [`${FORM}; charset=latin1`, "id=tr_1", refusal(415, "unsupported_media_type")],
  JSON: ["application/json", '{"id":"tr_1"}', refusal(415, "unsupported_media_type")],
  "a form of parts": ["multipart/form-data; boundary=x", "--x--", refusal(415, "unsupported_media_type")],
};

/** Lists bad requests about payment methods. */
export const BAD_BILLING: readonly BadInput[] = [
  ...Object.entries(FORMS).map(([name, [type, bytes, expect]]) => ({
    name: `receiveMollieNotice: ${name}`,
    as: "anonymous" as const,
    method: "POST",
    path: "/billing/mollie/webhook",
    headers: { "content-type": type },
    bytes,
    expect,
  })),
  ...["GET", "DELETE"].map((method) => ({
    name: `${method} ${PATH}: an id that is none`,
    as: "key" as const,
    method,
    path: `${PATH}?organization_id=mine&sort=up`,
    expect: faults(["uuid_parsing", "query", "organization_id"], ["extra_forbidden", "query", "sort"]),
  })),
  {
    name: `POST ${PATH}: wrong members`,
    as: "key",
    method: "POST",
    path: PATH,
    body: { organization_id: 1, method: "cash", redirect_to: "" },
    expect: faults(
      ["uuid_type", "body", "organization_id"],
      ["enum", "body", "method"],
      ["string_too_short", "body", "redirect_to"],
    ),
  },
];
