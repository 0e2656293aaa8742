// A dialog whose code is fetched after the page it belongs to: when the browser is idle, when somebody reaches for its button,
// at the latest when it is opened. Unlike React.lazy it can fail without taking the page, and whatever is typed there, with it.
import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { whenIdle } from "../lib/when-idle.ts";
import { errorTexts } from "../texts/errors.ts";
import { toastError } from "./toast.tsx";

export interface LazyDialog<Props> {
  (props: Props): ReactNode;
  /** Fetches the code, so that opening waits for nothing. A failure is told when the dialog is opened. */
  prefetch: () => void;
}

/** `load` imports the dialog; one that cannot be fetched says so by toast and closes, and the next try fetches again. */
export function lazyDialog<Props extends { onClose: () => void }>(
  load: () => Promise<ComponentType<Props>>,
): LazyDialog<Props> {
  let ready: ComponentType<Props> | null = null;

  async function fetch(): Promise<ComponentType<Props>> {
    ready ??= await load();
    return ready;
  }

  function Lazy(props: Props) {
    const [Part, setPart] = useState(() => ready);
    const giveUp = useEffectEvent(() => {
      toastError(errorTexts.partMissing);
      props.onClose();
    });
    useEffect(() => {
      let gone = false;
      async function show(): Promise<void> {
        try {
          const part = await fetch();
          if (!gone) setPart(() => part);
        } catch {
          if (!gone) giveUp();
        }
      }
      void show();
      return () => {
        gone = true;
      };
    }, []);
    return Part && <Part {...props} />;
  }

  return Object.assign(Lazy, { prefetch: () => void fetch().catch(() => undefined) });
}

/** Fetches the dialogs of a page when it has been drawn. Pass the same array at every render. */
export function usePrefetched(dialogs: readonly Pick<LazyDialog<never>, "prefetch">[]): void {
  useEffect(() => whenIdle(() => dialogs.forEach((dialog) => dialog.prefetch())), [dialogs]);
}
