import type { VNode } from "preact";

/** An address of an application; only what a browser may open is a link. */
export function AddressLink({ url }: Readonly<{ url: string }>): VNode {
  if (!/^https?:\/\//.test(url)) return <code>{url}</code>;
  return (
    <a href={url} target="_blank" rel="noreferrer noopener">
      {url}
    </a>
  );
}
