import { lazyPart } from "#web/ui/lazy/lazy-part.tsx";

/** Separate from the page's first script, because it contains the words for doors and gates. */
export const RecentAttempts = lazyPart(
  () => import("./components/recent-attempts.tsx"),
  (module) => module.RecentAttempts,
);
