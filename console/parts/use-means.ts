import { berth, type ReadId } from "../store/berth.ts";
import { may } from "../store/may.ts";
import { ownership } from "../store/session.ts";
import { useReadList } from "../store/use-read.ts";
import type { Findable } from "../view/find-ways.ts";

type Read = Readonly<{ by: ReadId; read: (slug: string, signal: AbortSignal) => Promise<readonly Findable[]> }>;

const QUERY = { query: { limit: 200 } };
const NONE = (): readonly [] => [];

/** What no event keeps at hand; of lists the newest, where their page leads on. */
const READS: readonly Read[] = [
  {
    by: "listSecrets",
    read: async (_slug, signal) =>
      (await berth.listSecrets({ query: { ...ownership.value, ...QUERY.query } }, { signal })).secrets.map(
        ({ key, name }) => found(key, name, { kind: "Secret", href: "/organization/secrets" }),
      ),
  },
  {
    by: "listWebhooks",
    read: async (slug, signal) =>
      (await berth.listWebhooks({ path: { slug }, ...QUERY }, { signal })).webhooks.map(({ id, url }) =>
        found(id, url, { kind: "Webhook", href: `/organization/webhooks/${id}` }),
      ),
  },
  {
    by: "listMembers",
    read: async (slug, signal) =>
      (await berth.listMembers({ path: { slug }, ...QUERY }, { signal })).members.map(({ user_id: id, name, email }) =>
        found(id, `${name} ${email}`, { kind: "Member", href: "/organization/members" }),
      ),
  },
  {
    by: "listApiKeys",
    read: async (_slug, signal) =>
      (await berth.listApiKeys(QUERY, { signal })).api_keys.map(({ id, name }) =>
        found(id, name, { kind: "API key", href: "/account/keys" }),
      ),
  },
];

/** Reads an organization's people and means, and the reader's keys, as far as the reader may list them. */
export function useMeans(slug: string): readonly Findable[] {
  return useReadList(slug, async (signal) => {
    const read = await Promise.allSettled(READS.filter(({ by }) => may(by)).map((one) => one.read(slug, signal)));
    // What could not be read is not found here; its page says why.
    return read.flatMap((one) => (one.status === "fulfilled" ? one.value : []));
  }).items;
}

function found(id: string, name: string, place: Readonly<{ kind: string; href: string }>): Findable {
  return { id, name, ...place, actions: NONE };
}
