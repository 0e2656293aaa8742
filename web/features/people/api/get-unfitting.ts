// Finds codes that cannot be typed at an assigned door, because its reader takes codes of another length.
import { queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import { PIN_MAX_DIGITS, PIN_MIN_DIGITS } from "#contract/limits.ts";
import { backend } from "#web/lib/calls/backend.ts";
import { readRows } from "#web/lib/calls/rows.ts";
import type { AssignedController } from "#web/lib/controllers/assigned-controllers.ts";
import { doorIds, type PersonCredential } from "../person.ts";

const unfitting = z.object({ credential_id: z.uuid(), access_point_id: z.uuid() });
export type Unfitting = z.infer<typeof unfitting>;

/** Asks the server, because only the server knows a code's length, about doors whose readers do not take every length. */
export function getUnfittingQueryOptions(
  credentials: readonly PersonCredential[],
  access: readonly AssignedController[],
) {
  const choosy = new Set(access.flatMap(({ access_points }) => access_points.filter(isChoosy).map(({ id }) => id)));
  const ids = credentials.filter((one) => doorIds(one).some((id) => choosy.has(id))).map(({ id }) => id);
  return queryOptions({
    queryKey: ["credentials", "unfitting", ids],
    queryFn: ({ signal }) => {
      if (ids.length === 0) return Promise.resolve([]);
      const call = backend.from("access_assignments").select("credential_id, access_point_id");
      return readRows(unfitting, call.in("credential_id", ids).is("fits_reader", false).abortSignal(signal));
    },
  });
}

function isChoosy({ pin_min, pin_max }: AssignedController["access_points"][number]): boolean {
  return (pin_min ?? PIN_MIN_DIGITS) > PIN_MIN_DIGITS || (pin_max ?? PIN_MAX_DIGITS) < PIN_MAX_DIGITS;
}
