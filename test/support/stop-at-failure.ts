/** Ends a suite at its first failure, because each of its tests needs the one before; with mocha's own `bail` any failure of the process leaves out every later suite that bails. */
export function stopAtFailure(suite: Mocha.Suite): void {
  suite.afterEach(function () {
    if (this.currentTest?.state === "failed") suite.bail(true);
  });
}
