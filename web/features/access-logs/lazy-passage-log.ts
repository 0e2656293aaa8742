import { lazyPart } from "#web/ui/lazy-part.tsx";

export const PassageLog = lazyPart(
  () => import("./components/passage-log.tsx"),
  (module) => module.PassageLog,
);
