/**
 * Lets Stryker's runner, which names inner files of mocha 11 without an ending, find those of mocha 12: in the process
 * that plans, and in those that test.
 */
import { registerHooks } from "node:module";

const INNER = /\/mocha\/lib\/cli\/(run-helpers|options|collect-files)$/;

registerHooks({
  resolve: (specifier, context, next) => next(INNER.test(specifier) ? `${specifier}.cjs` : specifier, context),
});
