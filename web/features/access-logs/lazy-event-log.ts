import { lazyPart } from "#web/ui/lazy-part.tsx";

export const EventLog = lazyPart(
  () => import("./components/event-log.tsx"),
  (module) => module.EventLog,
);
