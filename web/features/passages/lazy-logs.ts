// The logs, each fetched when it is shown.
import { lazyPart } from "#web/ui/lazy/lazy-part.tsx";

export const EventLog = lazyPart(
  () => import("./components/event-log.tsx"),
  (module) => module.EventLog,
);

export const AccessLog = lazyPart(
  () => import("./components/access-log.tsx"),
  (module) => module.AccessLog,
);
