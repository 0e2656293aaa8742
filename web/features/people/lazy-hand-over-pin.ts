// Separate from the other dialogs: the one that shows a new PIN is fetched with them and opens this one.
import { lazyDialog } from "#web/ui/lazy/lazy-dialog.tsx";

export const HandOverPin = lazyDialog(
  () => import("./components/hand-over-pin.tsx"),
  (module) => module.HandOverPin,
);
