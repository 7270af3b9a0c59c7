import { expect } from "chai";
import { isKubernetesName, kubernetesName } from "../../contract/kubernetes-name.ts";

describe("A name of Kubernetes", () => {
  it("is of letters in lower case, digits, hyphens and dots, with neither sign at an end, of at most 253 characters", () => {
    for (const good of ["a", "1", "a-b.c--d", "x".repeat(253)]) {
      expect(isKubernetesName(good), good).to.equal(true);
      expect(kubernetesName(good)).to.equal(good);
    }
  });

  it("leaves no way into a query", () => {
    for (const bad of ["", "-a", "a-", ".a", "a.", "A", "a_b", "a,b", "a=b", "a/b", "a b", "a\n", "x".repeat(254)]) {
      expect(isKubernetesName(bad), bad).to.equal(false);
      expect(() => kubernetesName(bad), bad).to.throw(TypeError, "no name of Kubernetes");
    }
  });
});
