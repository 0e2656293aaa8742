import { lazyPart } from "#web/ui/lazy/lazy-part.tsx";

export const EventLog = lazyPart(
  () => import("./components/event-log.tsx"),
  (module) => module.EventLog,
);
