import { expect } from "chai";
import type { z } from "zod";
import { awaitsRequest, isOptionAsked, requestedOptions, sentDeletion } from "../../contract/deletion-options.ts";
import { OPERATIONS } from "../../contract/rest/all.ts";
import { ANNOTATIONS } from "../../contract/identity.ts";

const { cascade, deleteVolumes, orphan, force } = ANNOTATIONS;

describe("Options of a deletion", () => {
  it("count once their request has deleted", () => {
    const asked = requestedOptions([cascade], "r1");
    expect([isOptionAsked(asked, cascade), awaitsRequest(asked)]).to.deep.equal([false, true]);
    const sent = { ...asked, ...sentDeletion("r1") };
    expect([isOptionAsked(sent, cascade), awaitsRequest(sent)]).to.deep.equal([true, false]);
    expect(isOptionAsked({ ...asked, ...sentDeletion("r2") }, cascade)).to.equal(false);
  });

  it("of a request are those that it names and no other", () => {
    const later = {
      ...requestedOptions([deleteVolumes, force], "r1"),
      ...requestedOptions([force], "r2"),
      ...sentDeletion("r2"),
    };
    expect([isOptionAsked(later, deleteVolumes), isOptionAsked(later, force)]).to.deep.equal([false, true]);
    expect(awaitsRequest(requestedOptions([], "r3"))).to.equal(false);
  });

  it("that spare something are believed without their request, kubectl's plain words always", () => {
    expect(isOptionAsked(requestedOptions([orphan], "r1"), orphan)).to.equal(true);
    expect([isOptionAsked({ [cascade]: "true" }, cascade), isOptionAsked({ [cascade]: "yes" }, cascade)]).to.deep.equal(
      [true, false],
    );
    expect(isOptionAsked({ [cascade]: "request:" }, cascade), "no request at all").to.equal(false);
  });

  it("that REST takes are all said not to be asked for, by every DELETE of each kind that does not", () => {
    // Backups and upgrade requests are deleted without options.
    const ofKinds = /^\/(clusters|deployments|databases|upgrades)\//;
    const deletes = OPERATIONS.filter(({ method, path }) => method === "delete" && ofKinds.test(path));
    const found = deletes.flatMap(({ operationId, parameters }) =>
      Object.keys((parameters.query as z.ZodObject).shape)
        .filter((name) => name !== "dry_run" && name !== "wait")
        .map((name) => [operationId, name] as const),
    );
    expect(Object.fromEntries(Map.groupBy(found, ([operation]) => operation))).to.have.all.keys(
      "deleteCluster",
      "deleteDeployment",
      "deleteDatabase",
    );
    const annotations: Readonly<Record<string, string>> = ANNOTATIONS;
    const none = requestedOptions([], "r");
    for (const [operation, name] of found) {
      const option = annotations[name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())] ?? "";
      expect(none[option], `${operation} ${name}`).to.equal("false");
      expect(requestedOptions([option], "r")[option], `${operation} ${name}`).to.equal("request:r");
    }
  });
});
