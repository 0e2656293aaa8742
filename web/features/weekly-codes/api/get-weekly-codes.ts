// Reads codes, which come as dots; the function that returns digits audits who saw them.
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import { backend } from "#web/lib/calls/backend.ts";
import { readCount, readPage, readRows } from "#web/lib/calls/rows.ts";

/** Names shown in a row; the others are behind "+ 4". */
export const NAMES_SHOWN = 2;

const listedCode = z.object({
  id: z.uuid(),
  /** One dot per digit. */
  code: z.string(),
  week_number: z.number(),
  year: z.number(),
  valid_from: z.string(),
  valid_to: z.string(),
  named: z.array(z.object({ controllers: z.object({ name: z.string() }) })),
  weekly_code_assignments: z.array(z.object({ count: z.number() })),
});
export type ListedCode = z.infer<typeof listedCode>;

export const WEEKLY_CODES_KEY = ["weekly-codes"] as const;

/** Reads the list, oldest week first. */
export function getWeeklyCodesQueryOptions({ from, to }: { from: number; to: number }) {
  return queryOptions({
    queryKey: [...WEEKLY_CODES_KEY, "list", { from, to }],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      readPage(
        listedCode,
        backend
          .from("weekly_codes")
          .select(
            "id, code, week_number, year, valid_from, valid_to, named:weekly_code_assignments(controllers(name)), weekly_code_assignments(count)",
            { count: "exact" },
          )
          .order("controllers(name)", { referencedTable: "named" })
          .limit(NAMES_SHOWN, { referencedTable: "named" })
          .order("valid_from")
          .order("created_at")
          .order("id")
          .range(from, to)
          .abortSignal(signal),
      ),
  });
}

export function countWeeklyCodesQueryOptions() {
  return queryOptions({
    queryKey: [...WEEKLY_CODES_KEY, "count"],
    queryFn: ({ signal }) =>
      readCount(backend.from("weekly_codes").select("id", { count: "exact", head: true }).abortSignal(signal)),
  });
}

const assignedRow = z.object({ controller_id: z.uuid(), controllers: z.object({ name: z.string() }) });

export function getCodeControllersQueryOptions(codeId: string) {
  return queryOptions({
    queryKey: [...WEEKLY_CODES_KEY, "controllers", codeId],
    queryFn: ({ signal }) =>
      readRows(
        assignedRow,
        backend
          .from("weekly_code_assignments")
          .select("controller_id, controllers(name)")
          .eq("weekly_code_id", codeId)
          .order("controllers(name)")
          .abortSignal(signal),
      ),
  });
}
