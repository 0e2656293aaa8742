import { lazyPart } from "#web/ui/lazy/lazy-part.tsx";

/** Stands at the foot of a list, so it loads after the list. */
export const DataHandling = lazyPart(
  () => import("./components/data-handling.tsx"),
  (module) => module.DataHandling,
);
