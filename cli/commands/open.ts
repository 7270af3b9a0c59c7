import { findDeployment } from "../find-resource.ts";
import { FailedChange } from "../output/explain-fault.ts";
import { withDeployment, type Define } from "./command.ts";

/** `berth open`: a deployment's address in the browser; where there is none, the address alone. */
export const define: Define = (command, act) => {
  withDeployment(command).action(
    act(async (means, { cluster }: Readonly<{ cluster?: string }>, ref: string) => {
      const { name, endpoint_url: url } = await findDeployment(means, ref, cluster);
      if (url === null)
        throw new FailedChange(`${name} has no address yet; "berth status ${name}" tells how far it is.`);
      await means.out.result({ name, url }, { sentence: url, name: url });
      if (means.out.isWatched) await means.host.openBrowser(url).catch(() => undefined);
    }),
  );
};
