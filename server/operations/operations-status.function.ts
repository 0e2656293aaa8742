import { z } from "zod";
import { defineFunction } from "#server/platform/functions/define-function.ts";
import { readOperations, type StatusDeps } from "./read-operations.ts";

export const operationsStatus = defineFunction({
  name: "operations-status",
  method: "GET",
  role: "system_admin",
  input: z.object({}),
  handle: (deps: StatusDeps, call) => readOperations(deps, call),
});
