import type { MergedLogRow } from "#contract/tables/merged-log.ts";
import { gateName } from "#web/lib/passages/gate-name.ts";
import type { LogRow } from "./api/get-access-logs.ts";
import { accessLogsTexts } from "./texts/access-logs.sv.ts";

/** Returns the credential's owner, as far as the reader may know; null: nobody's. */
export function personName({ credentials }: Pick<MergedLogRow, "credentials">): string | null {
  const person = credentials?.end_users;
  if (!person) return null;
  const name = `${person.first_name} ${person.last_name}`;
  return person.removed_at === null ? name : `${name} ${accessLogsTexts.removedSuffix}`;
}

/** Returns the place of a row in the gates' log. */
export function whereName({ controllers, access_reason, removed_controller }: LogRow): string {
  return gateName(controllers, access_reason, removed_controller);
}
