// Finds who saved a person meanwhile, from the event log: events hidden from the caller are not used.
import { queryOptions } from "@tanstack/react-query";
import { type AuditListRow, auditPage } from "#contract/tables/audit.ts";
import { callSql } from "#web/lib/calls/sql.ts";
import { fullName, type Person } from "../person.ts";

const SAVES = [
  "end_users.update",
  "credentials.insert",
  "credentials.update",
  "credentials.delete",
  "controller_assignments.insert",
  "controller_assignments.delete",
  "access_group_members.insert",
  "access_group_members.update",
  "access_group_members.delete",
];
const ROWS = 25;

export function getChangedByQueryOptions(before: Person, after: Person) {
  return queryOptions({
    queryKey: ["audit", "changed-by", after.id, after.updated_at],
    queryFn: async ({ signal }) => {
      const request = { actions: SAVES, search: fullName(after), since: before.updated_at, limit: ROWS };
      const { rows } = await callSql(auditPage, request, signal);
      return rows.find((row) => isAbout(row, before, after)) ?? null;
    },
  });
}

/** Tells whether an event is about one of these people; others may have the same name. */
function isAbout({ subject_id, before, after }: AuditListRow, ...persons: Person[]): boolean {
  const row = { ...before, ...after };
  return persons.some(({ id, credentials }) => {
    const ids: unknown[] = [id, ...credentials.map((credential) => credential.id)];
    return [subject_id, row["end_user_id"], row["credential_id"]].some((key) => ids.includes(key));
  });
}
