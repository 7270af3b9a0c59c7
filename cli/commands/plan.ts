import { changesAnything, describePlan, planDeploy } from "../deploy/plan-deploy.ts";
import { wishesOf, withWish, type WishOptions } from "./deploy.ts";
import type { Define } from "./command.ts";

/** `berth plan`: shows what deploy would change, and changes nothing. */
export const define: Define = (command, act) => {
  withWish(command).action(
    act(async (means, options: WishOptions, name?: string) => {
      for (const wish of await wishesOf(means, options, name)) {
        const planned = await planDeploy(means, wish);
        const sentence = changesAnything(planned) ? describePlan(planned) : `${wish.name} is as it is wished already.`;
        await means.out.result(planned.would.plan, { sentence, name: wish.name });
      }
    }),
  );
};
