import { lazyPart } from "#web/ui/lazy/lazy-part.tsx";

/** At the foot of a list, so it loads after it. */
export const DataHandling = lazyPart(
  () => import("./components/data-handling.tsx"),
  (module) => module.DataHandling,
);
