// Finds the refusal that words a violated constraint, over all domains.
import { administratorErrors } from "./administrators.ts";
import { alertErrors } from "./alerts.ts";
import { auditErrors } from "./audit.ts";
import { authErrors } from "./auth.ts";
import { controllerErrors } from "./controllers.ts";
import { type Refusal, type Violation, violationsOf } from "./define-errors.ts";
import { deviceErrors } from "./devices.ts";
import { doorErrors } from "./doors.ts";
import { factorErrors } from "./factors.ts";
import { gateErrors } from "./gates.ts";
import { oidcErrors } from "./oidc.ts";
import { peopleErrors } from "./people.ts";
import { platformErrors } from "./platform.ts";
import { realtimeErrors } from "./realtime.ts";
import { reconcileErrors } from "./reconcile.ts";
import { restoreErrors } from "./restore.ts";
import { scheduleErrors } from "./schedules.ts";
import { weeklyCodeErrors } from "./weekly-codes.ts";

const CATALOGUES = [
  administratorErrors,
  alertErrors,
  auditErrors,
  authErrors,
  controllerErrors,
  deviceErrors,
  doorErrors,
  factorErrors,
  gateErrors,
  oidcErrors,
  peopleErrors,
  platformErrors,
  realtimeErrors,
  reconcileErrors,
  restoreErrors,
  scheduleErrors,
  weeklyCodeErrors,
];
export const violations: readonly Violation[] = CATALOGUES.flatMap(violationsOf);
const REFUSALS = new Map(violations);

/** Returns the refusal; null if the constraint has no sentence of its own. `detail` is that of the database's error. */
export const refusalOfConstraint = (constraint: string, detail: string): Refusal | null =>
  REFUSALS.get(constraint)?.(detail) ?? null;
