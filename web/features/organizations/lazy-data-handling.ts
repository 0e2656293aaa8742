import { lazy } from "react";

/** At the foot of a list, so it comes after the list. */
export const DataHandling = lazy(() =>
  import("./components/data-handling.tsx").then((module) => ({ default: module.DataHandling })),
);
