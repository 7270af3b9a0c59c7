import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { useEffect } from "preact/hooks";
import type { Output } from "../../client/operation-types.ts";
import { berth } from "../store/berth.ts";

type Providers = Output<"listAuthProviders">["providers"];

/** The login providers of this platform, each a link that leaves the page; nothing where there are none. */
export function ProviderLinks(): VNode | null {
  const providers = useSignal<Providers>([]);
  useEffect(() => {
    // Who cannot be asked is not offered: the password does without.
    berth.listAuthProviders().then(
      (told) => (providers.value = told.providers.filter(({ type }) => type === "oauth")),
      () => undefined,
    );
  }, []);
  if (providers.value.length === 0) return null;
  // As with a password, what was asked for is there then.
  const { pathname, search } = location;
  const back = pathname === "/sign-in" ? "/" : encodeURIComponent(pathname + search);
  return (
    <div class="stack">
      {providers.value.map(({ id, name }) => (
        <a
          key={id}
          class="button"
          target="_self"
          href={`/api/v1/auth/${encodeURIComponent(id)}/login?redirect_to=${back}`}
        >
          Sign in with {name}
        </a>
      ))}
    </div>
  );
}
