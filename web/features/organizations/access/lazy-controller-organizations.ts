import { lazyPart } from "#web/ui/lazy/lazy-part.tsx";

export const ControllerOrganizations = lazyPart(
  () => import("./components/controller-organizations.tsx"),
  (module) => module.ControllerOrganizations,
);
