import { expect } from "chai";
import type { Request, Response } from "express";
import { brotliCompressSync } from "node:zlib";
import { answerFile, askedAgain } from "../../../api/http/compressed-file.ts";

describe("A served file", () => {
  const file = { type: "text/plain", compressed: brotliCompressSync("a file"), mark: "m" };
  const answerTo = async (encoding: string): Promise<Buffer> => {
    const request = { fresh: false, acceptsEncodings: () => encoding } as unknown as Request;
    const sent: Buffer[] = [];
    const response = { setHeader() {}, vary() {}, end: (body: Buffer) => sent.push(body) } as unknown as Response;
    await answerFile(request, response, { file, headers: askedAgain(file) });
    return sent[0]!;
  };

  it("is one in memory, however many take it slowly or not at all, compressed and plain", async () => {
    const plain = await answerTo("identity");
    expect(plain.toString()).to.equal("a file");
    expect(await answerTo("identity")).to.equal(plain);
    expect(await answerTo("br")).to.equal(file.compressed);
  });
});
