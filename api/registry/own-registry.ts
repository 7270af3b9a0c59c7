import { randomBytes, randomInt } from "node:crypto";
import type { Pool } from "../../adapters/postgres/pool.ts";
import {
  deleteRegistryRobot,
  insertRegistryRobot,
  listRegistryRobots,
} from "../../adapters/postgres/resources/registry-robot-store.ts";
import type { RegistryClient } from "../../adapters/registry/registry-client.ts";
import { SecretText } from "../../contract/secret-text.ts";
import { hashToken } from "../identity/api-key-format.ts";

/**
 * Creates the driver of a registry whose tokens this gateway signs (docs/adr/0059): the robots are rows of ours, and what
 * they may do is said by the tokens that they get (serve-registry-tokens.ts). The registry itself knows no accounts.
 */
export function createOwnRegistry(host: string, pool: Pool): RegistryClient {
  return {
    host,
    // A project is what the names of its images begin with: there is nothing to make.
    ensureProject: () => Promise.resolve(),
    async createRobot(project, { name, actions, days }) {
      const secret = randomBytes(32).toString("base64url");
      const robot = await insertRegistryRobot(pool, {
        id: randomInt(1, 2 ** 31),
        project,
        username: `robot$${project}+${name}`,
        secretHash: hashToken(secret),
        canPush: actions.includes("push"),
        days,
      });
      return { ...robot, secret: new SecretText(secret) };
    },
    listRobots: (project) => listRegistryRobots(pool, project),
    deleteRobot: (id) => deleteRegistryRobot(pool, id),
  };
}
