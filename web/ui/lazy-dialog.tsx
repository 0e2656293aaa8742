// A dialog whose code is fetched after the page it belongs to: when the browser is idle, when somebody reaches for its button,
// at the latest when it is opened. One that cannot be fetched takes neither the page nor what is typed there with it.
import { type ComponentType, type ReactNode, useEffect, useEffectEvent } from "react";
import { lazyChunk, useLazyChunk } from "#web/lib/lazy-chunk.ts";
import { whenIdle } from "#web/lib/when-idle.ts";
import { errorTexts } from "#web/texts/errors.ts";
import { toastError } from "./toast.tsx";

export interface LazyDialog<Props> {
  (props: Props): ReactNode;
  /** Fetches the code, so that opening waits for nothing. A failure is told when the dialog is opened. */
  prefetch: () => void;
}

/** `load` imports the module, `pick` takes the dialog from it; one that cannot be fetched says so by toast and closes, and the next try fetches again. */
export function lazyDialog<Module, Props extends { onClose: () => void }>(
  load: () => Promise<Module>,
  pick: (module: Module) => ComponentType<Props>,
): LazyDialog<Props> {
  const code = lazyChunk(load, pick);

  function Lazy(props: Props) {
    const { part: Part, failed } = useLazyChunk(code, 0);
    const giveUp = useEffectEvent(() => {
      toastError(errorTexts.partMissing);
      props.onClose();
    });
    useEffect(() => {
      if (failed) giveUp();
    }, [failed]);
    return Part && <Part {...props} />;
  }

  return Object.assign(Lazy, { prefetch: code.prefetch });
}

/** Fetches the dialogs of a page when it has been drawn. Pass the same array at every render. */
export function usePrefetched(dialogs: readonly Pick<LazyDialog<never>, "prefetch">[]): void {
  useEffect(() => whenIdle(() => dialogs.forEach((dialog) => dialog.prefetch())), [dialogs]);
}
