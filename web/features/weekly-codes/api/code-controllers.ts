import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { z } from "zod";
import { type WeeklyCodeSettingsRow, weeklyCodeSettingsRow } from "#contract/tables/weekly-code-settings.ts";
import { backend } from "#web/lib/backend.ts";
import { readRows, write } from "#web/lib/rows.ts";
import { WEEKLY_CODES_KEY } from "./get-weekly-codes.ts";

export type TimedCodes = Pick<WeeklyCodeSettingsRow, "generate" | "weeks_ahead" | "cleanup">;

/** Defaults of a controller without a row. */
export const NOT_TIMED: TimedCodes = { generate: false, weeks_ahead: 1, cleanup: false };

const settings = weeklyCodeSettingsRow.pick({ generate: true, weeks_ahead: true, cleanup: true });
const codeController = z.object({
  id: z.uuid(),
  name: z.string(),
  enabled: z.boolean(),
  weekly_code_settings: settings.nullable(),
});
export type CodeController = z.infer<typeof codeController>;

const KEY = [...WEEKLY_CODES_KEY, "settings"] as const;

export function getCodeControllersForGenerationQueryOptions() {
  return queryOptions({
    queryKey: KEY,
    queryFn: ({ signal }) =>
      readRows(
        codeController,
        backend
          .from("controllers")
          .select("id, name, enabled, weekly_code_settings(generate, weeks_ahead, cleanup)")
          .eq("device_type", "axis")
          .order("name")
          .order("id")
          .abortSignal(signal),
      ),
  });
}

export interface TimedChange {
  controllerId: string;
  settings: TimedCodes;
}

/** Optimistic; reverts on refusal. Due codes are generated within minutes. */
export function useSaveTimedCodes() {
  const client = useQueryClient();
  return useMutation({
    // Serial: on and off of one switch must arrive in order.
    scope: { id: "weekly-code-settings" },
    mutationFn: save,
    onMutate: async ({ controllerId, settings: next }) => {
      await client.cancelQueries({ queryKey: KEY });
      const before = client.getQueryData<CodeController[]>(KEY);
      client.setQueryData<CodeController[]>(KEY, (all) =>
        all?.map((one) => (one.id === controllerId ? { ...one, weekly_code_settings: next } : one)),
      );
      return { before };
    },
    onError: (_error, _change, context) => client.setQueryData(KEY, context?.before),
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  });
}

/** Not an upsert, which would write an existing row's controller id: nobody may. */
async function save({ controllerId, settings: next }: TimedChange): Promise<void> {
  const changed = await readRows(
    z.object({ id: z.uuid() }),
    backend.from("weekly_code_settings").update(next).eq("controller_id", controllerId).select("id"),
  );
  if (changed.length === 0)
    await write(backend.from("weekly_code_settings").insert({ controller_id: controllerId, ...next }));
}
