import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { z } from "zod";
import { DOOR_TYPES } from "#contract/devices.ts";
import { type WeeklyCodeSettingsRow, weeklyCodeSettingsRow } from "#contract/tables/weekly-code-settings.ts";
import { backend } from "#web/lib/calls/backend.ts";
import { readRows, write } from "#web/lib/calls/rows.ts";
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
          .in("device_type", DOOR_TYPES)
          .order("name")
          .order("id")
          .abortSignal(signal),
      ),
  });
}

export interface TimedChange {
  controllerId: string;
  /** Only what was changed: another setting, or another person's change, may be in flight. */
  change: Partial<TimedCodes>;
}

/** Saves optimistically and reverts on refusal. Due codes are generated within minutes. */
export function useSaveTimedCodes() {
  const client = useQueryClient();
  return useMutation({
    // Changes are sent one after the other: on and off of one switch must arrive in order.
    scope: { id: "weekly-code-settings" },
    mutationKey: SAVING,
    mutationFn: save,
    onMutate: async ({ controllerId, change }) => {
      await client.cancelQueries({ queryKey: KEY });
      const before = client.getQueryData<CodeController[]>(KEY);
      client.setQueryData<CodeController[]>(KEY, (all) =>
        all?.map((one) =>
          one.id === controllerId
            ? { ...one, weekly_code_settings: { ...(one.weekly_code_settings ?? NOT_TIMED), ...change } }
            : one,
        ),
      );
      return { before };
    },
    onError: (_error, _change, context) => client.setQueryData(KEY, context?.before),
    // Reads again only after the last of several changes: between them, the list would show a waiting change as undone.
    onSettled: () =>
      client.isMutating({ mutationKey: SAVING }) === 1 ? client.invalidateQueries({ queryKey: KEY }) : null,
  });
}

const SAVING = ["weekly-code-settings", "save"] as const;

/** Saves without an upsert, which would write the controller id of an existing row; nobody has that right. */
async function save({ controllerId, change }: TimedChange): Promise<void> {
  const changed = await readRows(
    z.object({ id: z.uuid() }),
    backend.from("weekly_code_settings").update(change).eq("controller_id", controllerId).select("id"),
  );
  if (changed.length === 0)
    await write(backend.from("weekly_code_settings").insert({ controller_id: controllerId, ...NOT_TIMED, ...change }));
}
