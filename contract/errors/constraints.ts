// Which refusal words which violated constraint, over all domains.
import { administratorErrors } from "./administrators.ts";
import { auditErrors } from "./audit.ts";
import { authErrors } from "./auth.ts";
import { controllerErrors } from "./controllers.ts";
import { type Refusal, type Violation, violationsOf } from "./define-errors.ts";
import { deviceErrors } from "./devices.ts";
import { doorErrors } from "./doors.ts";
import { factorErrors } from "./factors.ts";
import { oidcErrors } from "./oidc.ts";
import { peopleErrors } from "./people.ts";
import { platformErrors } from "./platform.ts";

const CATALOGUES = [
  administratorErrors,
  auditErrors,
  authErrors,
  controllerErrors,
  deviceErrors,
  doorErrors,
  factorErrors,
  oidcErrors,
  peopleErrors,
  platformErrors,
];
export const violations: readonly Violation[] = CATALOGUES.flatMap(violationsOf);
const REFUSALS = new Map(violations);

/** Null: the constraint has no sentence of its own. `detail`: what the rule says it is about. */
export const refusalOfConstraint = (constraint: string, detail: string): Refusal | null =>
  REFUSALS.get(constraint)?.(detail) ?? null;
