// A dialog fetched when idle, hovered or opened. A failed fetch leaves the page and its typed text unchanged.
import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { type LazyChunk, lazyChunk, useLazyChunk } from "#web/lib/chunks/lazy-chunk.ts";
import { whenIdle } from "#web/lib/chunks/when-idle.ts";
import { errorTexts } from "#web/texts/errors.sv.ts";
import { LoadingWords } from "#web/ui/skeleton.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { endToasts, toastError } from "#web/ui/toasts/toast.tsx";

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
    const { part: Part } = useDialogCode(code, props.onClose);
    return Part ? <Part {...props} /> : <OnItsWay />;
  }

  return Object.assign(Lazy, { prefetch: code.prefetch });
}

/** Makes an overlay that stands in its page while closed, so that closing is animated. Its code is fetched at the first opening. */
export function lazyOverlay<Module, Props extends { isOpen: boolean; onClose: () => void }>(
  load: () => Promise<Module>,
  pick: (module: Module) => ComponentType<Props>,
): LazyDialog<Props> {
  const code = lazyChunk(load, pick);

  function Fetched({ props, giveUp }: { props: Props; giveUp: () => void }) {
    const { part: Part } = useDialogCode(code, giveUp);
    if (Part) return <Part {...props} />;
    return props.isOpen && <OnItsWay />;
  }

  function Lazy(props: Props) {
    const [isAsked, setAsked] = useState(false);
    if (props.isOpen && !isAsked) setAsked(true);
    const giveUp = () => {
      setAsked(false);
      props.onClose();
    };
    return isAsked && <Fetched props={props} giveUp={giveUp} />;
  }

  return Object.assign(Lazy, { prefetch: code.prefetch });
}

function useDialogCode<Part>(code: LazyChunk<Part>, onFailed: () => void): { part: Part | null } {
  const { part, failed } = useLazyChunk(code, 0);
  const giveUp = useEffectEvent(() => {
    toastError("part:fetch", errorTexts.partMissing);
    onFailed();
  });
  useEffect(() => {
    if (failed) giveUp();
  }, [failed]);
  const isFetched = part !== null;
  useEffect(() => {
    if (isFetched) endToasts("part:fetch");
  }, [isFetched]);
  return { part };
}

const SHOW_AFTER_MS = 150;

/** Answers a press whose dialog is still being fetched. */
function OnItsWay() {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), SHOW_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!isShown) return null;
  return (
    <div role="status" className="pointer-events-none fixed inset-0 z-50 flex items-center justify-center">
      <div className="flex items-center gap-2.5 rounded-card border border-floating-line bg-raised px-4 py-3 text-ink-2 shadow-menu">
        <Spinner />
        <LoadingWords />
      </div>
    </div>
  );
}

/** Prefetches a page's dialogs once it is drawn. Pass the same array at every render. */
export function usePrefetched(dialogs: readonly Pick<LazyDialog<never>, "prefetch">[]): void {
  useEffect(() => whenIdle(() => dialogs.forEach((dialog) => dialog.prefetch())), [dialogs]);
}
