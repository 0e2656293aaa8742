import { lazyDialog } from "#web/ui/lazy/lazy-dialog.tsx";

export const HowToTryDialog = lazyDialog(
  () => import("./components/how-to-try-dialog.tsx"),
  (module) => module.HowToTryDialog,
);
export const MissingStepDialog = lazyDialog(
  () => import("./components/missing-step-dialog.tsx"),
  (module) => module.MissingStepDialog,
);
