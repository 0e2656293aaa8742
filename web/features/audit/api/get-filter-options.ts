// Reads the filter's options. An org admin gets the actors of their own organisation.
import { queryOptions } from "@tanstack/react-query";
import { auditActors } from "#contract/tables/audit.ts";
import { organizationRow } from "#contract/tables/organizations.ts";
import { backend } from "#web/lib/calls/backend.ts";
import { readRows } from "#web/lib/calls/rows.ts";
import { callSql } from "#web/lib/calls/sql.ts";
import { auditTexts } from "../texts/audit.sv.ts";

export function getActorsQueryOptions() {
  return queryOptions({
    queryKey: ["audit", "actors"],
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      const rows = await callSql(auditActors, {}, signal);
      return rows
        .map(({ id, name }) => ({ id, label: name ?? auditTexts.unknownActor }))
        .sort((a, b) => a.label.localeCompare(b.label, "sv"));
    },
  });
}

export function getOrganizationNamesQueryOptions() {
  return queryOptions({
    queryKey: ["organizations", "names"],
    staleTime: 60_000,
    queryFn: ({ signal }) =>
      readRows(
        organizationRow.pick({ id: true, name: true }),
        backend.from("organizations").select("id, name").order("name").abortSignal(signal),
      ),
  });
}
