// A dialog fetched when idle, hovered or opened. A failed fetch leaves the page and what is typed there.
import { type ComponentType, type ReactNode, useEffect, useEffectEvent } from "react";
import { lazyChunk, useLazyChunk } from "#web/lib/chunks/lazy-chunk.ts";
import { whenIdle } from "#web/lib/chunks/when-idle.ts";
import { errorTexts } from "#web/texts/errors.sv.ts";
import { dropError, toastError } from "#web/ui/toasts/toast.tsx";

export interface LazyDialog<Props> {
  (props: Props): ReactNode;
  /** Fetches the code ahead of time; a failure is reported when the dialog is opened. */
  prefetch: () => void;
}

/** Makes a lazy dialog. `load` imports the module, `pick` takes the dialog from it. A failed fetch shows a toast and closes. */
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
    const isFetched = Part !== null;
    useEffect(() => {
      if (isFetched) dropError(errorTexts.partMissing);
    }, [isFetched]);
    return Part && <Part {...props} />;
  }

  return Object.assign(Lazy, { prefetch: code.prefetch });
}

/** Prefetches a page's dialogs once it is drawn. Pass the same array at every render. */
export function usePrefetched(dialogs: readonly Pick<LazyDialog<never>, "prefetch">[]): void {
  useEffect(() => whenIdle(() => dialogs.forEach((dialog) => dialog.prefetch())), [dialogs]);
}
