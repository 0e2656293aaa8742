import { lazyPart } from "#web/ui/lazy/lazy-part.tsx";

export const AccessLog = lazyPart(
  () => import("./components/access-log.tsx"),
  (module) => module.AccessLog,
);
