// What the database refuses about a person, in words that say what was kept and what to do.

import { DatabaseError } from "pg";
import { INVALID_FORM_TEXT } from "#contract/forms/invalid-form.ts";
import { PIN_COLLISION_ANSWERS_PER_HOUR } from "#contract/limits.ts";
import { asUser, type SessionClaims } from "../database/as-user.ts";
import type { Deps } from "../deps.ts";
import { PortalError, toPortalError } from "../http/errors.ts";
import { countRecent, writeAudit } from "../store/audit.ts";

const COLLISION = "pin_collision_told";

/** The error to answer with. A collision is audited, and told by name at most ten times an hour to one admin. */
export async function endUserFailure(deps: Deps, claims: SessionClaims, error: unknown): Promise<PortalError> {
  if (!(error instanceof DatabaseError)) return toPortalError(error);
  if (isPinCollision(error)) return pinCollision(deps, claims, { error, field: "pin.value" });
  deps.log.warn({ err: error }, "the database refused a person");
  if (error.code === "42501")
    return new PortalError(403, "forbidden", "Du har inte behörighet att spara detta. Inget har sparats.", {
      cause: error,
    });
  if (error.code === "23514" || error.code === "23502") {
    return new PortalError(400, "invalid_body", INVALID_FORM_TEXT, {
      cause: error,
    });
  }
  return toPortalError(error);
}

/** The PIN is reserved at a controller: for another holder, or by an object on the device that is not ours. */
export function isPinCollision(error: unknown): error is DatabaseError & { constraint: "controller_pins_pkey" } {
  return error instanceof DatabaseError && error.code === "23505" && error.constraint === "controller_pins_pkey";
}

/** Audited before it is told, and told by name at most ten times an hour. `field`: where the form shows it. */
export async function pinCollision(
  deps: Deps,
  claims: SessionClaims,
  { error, field }: { error: DatabaseError; field: string },
): Promise<PortalError> {
  const controllerName = await asUser(deps.pools.user, claims, async (client) => {
    await writeAudit(client, { action: COLLISION, objectType: "controllers", objectId: controllerOf(error) });
    const { rows } = await client.query<{ name: string }>("select name from controllers where id = $1", [
      controllerOf(error),
    ]);
    return rows[0]?.name;
  });
  if (
    (await countRecent(deps.pools.engine, { actor: claims.sub, action: COLLISION, minutes: 60 })) >
    PIN_COLLISION_ANSWERS_PER_HOUR
  ) {
    return new PortalError(
      429,
      "rate_limited",
      "För många PIN-koder har prövats. Inget har sparats. Låt portalen generera en kod, eller vänta en timme.",
      { field, cause: error },
    );
  }
  return new PortalError(
    409,
    "pin_in_use",
    `PIN-koden används redan vid ${controllerName ?? "en av styrenheterna"}. Inget har sparats. Välj en annan kod eller låt portalen generera en.`,
    { field, cause: error },
  );
}

/** The reserving trigger names the controller in DETAIL and nothing else: no HMAC, no holder. */
function controllerOf(error: DatabaseError): string | null {
  return /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(error.detail ?? "")?.[0] ?? null;
}
