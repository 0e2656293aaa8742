import { lazyPart } from "#web/ui/lazy-part.tsx";

export const DoorLog = lazyPart(
  () => import("./components/door-event-log.tsx"),
  (module) => module.DoorLog,
);
