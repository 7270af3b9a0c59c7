import type { ComponentChildren, VNode } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";

type Given = Readonly<{
  title: string;
  /** Escape has closed it; unset it does not. */
  onClose?: () => void;
  /** The page behind it is not shown. */
  isCover?: boolean;
  children: ComponentChildren;
}>;

/** What stands before the page until it is answered. Escape leaves it; the focus goes back to where it was. */
export function Dialog({ title, onClose, isCover = false, children }: Given): VNode {
  const dialog = useRef<HTMLDialogElement>(null);
  const name = useId();
  useEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    return () => before instanceof HTMLElement && before.isConnected && before.focus();
  }, []);
  const close = (event: Event): void => {
    if (dialog.current === null || event.target !== dialog.current) return;
    if (onClose === undefined) dialog.current.showModal();
    else onClose();
  };
  return (
    <dialog ref={dialog} class={isCover ? "cover" : undefined} aria-labelledby={name} onClose={close}>
      <h2 id={name}>{title}</h2>
      {children}
    </dialog>
  );
}
