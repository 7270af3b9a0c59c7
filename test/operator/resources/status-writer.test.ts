import { expect } from "chai";
import { KubeError } from "../../../adapters/kubernetes/kube-error.ts";
import type { KubeObject } from "../../../adapters/kubernetes/kube-object.ts";
import type { KubeClient } from "../../../adapters/kubernetes/kube-port.ts";
import { DEPLOYMENTS } from "../../../adapters/kubernetes/resource-types.ts";
import type { ResourceCache } from "../../../operator/runtime/resource-cache.ts";
import { StatusWriter } from "../../../operator/resources/status-writer.ts";

type Object = KubeObject & { status?: unknown };

describe("StatusWriter", () => {
  const object = (resourceVersion: string): Object => ({
    apiVersion: "hosting.berth.dev/v1alpha1",
    kind: "Deployment",
    metadata: { namespace: "org-acme", name: "shop", resourceVersion },
  });
  const setUp = (
    stored: Object | Error,
    refusal: KubeError,
  ): { writer: StatusWriter<Object>; noted: string[]; reads: number[] } => {
    const noted: string[] = [];
    const reads: number[] = [];
    const client: Pick<KubeClient, "get" | "patch"> = {
      patch: () => Promise.reject(refusal),
      get: <T extends KubeObject>() => {
        reads.push(1);
        return stored instanceof Error ? Promise.reject<T>(stored) : Promise.resolve(stored as unknown as T);
      },
    };
    const cache: Pick<ResourceCache<Object>, "noteWrite"> = {
      noteWrite: ({ metadata }) => noted.push(metadata.resourceVersion ?? ""),
    };
    return {
      writer: new StatusWriter(client as KubeClient, DEPLOYMENTS, cache as ResourceCache<Object>),
      noted,
      reads,
    };
  };
  const conflict = new KubeError("PATCH shop", { status: 409, reason: "Conflict" });
  const refusalOf = (writer: StatusWriter<Object>): Promise<unknown> =>
    writer.write(object("7"), {}, { phase: "deleting" }).catch((error: unknown) => error);

  it("reads the newest copy after a conflict: a watch that lost its event would bring none", async () => {
    const { writer, noted } = setUp(object("9"), conflict);
    expect(await refusalOf(writer)).to.equal(conflict);
    expect(noted).to.deep.equal(["9"]);
  });

  it("tells of the conflict also when the newest copy cannot be had", async () => {
    const { writer, noted } = setUp(new Error("away"), conflict);
    expect(await refusalOf(writer)).to.equal(conflict);
    expect(noted).to.deep.equal([]);
  });

  it("reads nothing after another refusal", async () => {
    const away = new KubeError("PATCH shop", { status: 503, reason: "ServiceUnavailable" });
    const { writer, reads } = setUp(object("9"), away);
    expect(await refusalOf(writer)).to.equal(away);
    expect(reads).to.deep.equal([]);
  });
});
