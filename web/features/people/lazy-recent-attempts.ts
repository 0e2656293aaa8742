import { lazyPart } from "#web/ui/lazy/lazy-part.tsx";

/** Apart from the page's first script: it knows the words of doors and gates. */
export const RecentAttempts = lazyPart(
  () => import("./components/recent-attempts.tsx"),
  (module) => module.RecentAttempts,
);
