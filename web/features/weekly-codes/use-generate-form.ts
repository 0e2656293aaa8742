import { usePortalForm } from "#web/ui/forms/form.tsx";
import { unchangedSince } from "#web/ui/forms/typed-meanwhile.ts";
import { toastFailure, toastSuccess } from "#web/ui/toasts/toast.tsx";
import { useGenerateCodes } from "./api/dialog-changes.ts";
import { weekName } from "./code-state.ts";
import { type GenerateValues, generateRules, NOTHING_CHOSEN } from "./generate-rules.ts";
import { weeklyCodesTexts as t } from "./texts/weekly-codes.sv.ts";

/** Returns the form of weeks and controllers with its submit function. `onMade` gets the ids of the new codes. */
export function useGenerateForm(onMade: (ids: readonly string[]) => void) {
  const form = usePortalForm(generateRules, NOTHING_CHOSEN);
  const generate = useGenerateCodes();

  async function submit({ controllerIds, weeks }: GenerateValues): Promise<void> {
    const isAsSent = unchangedSince(form);
    try {
      const { codes, pending } = await generate.mutateAsync({ controllerIds, weeks });
      const names = codes.map(weekName);
      const waiting = new Set(pending.map((device) => device.controller_id)).size;
      const [first = "", last = first] = [names[0], names.at(-1)];
      toastSuccess(
        "weekly-codes:generate",
        [
          codes.length === 0 ? t.generatedNone : `${t.generatedWeeks(first, last)}.`,
          waiting > 0 && t.generatedWaits(waiting),
        ]
          .filter(Boolean)
          .join(" "),
        { title: t.generated },
      );
      // The tab stays, too, while something else is being chosen there.
      if (!isAsSent()) return;
      form.reset(NOTHING_CHOSEN);
      onMade(codes.map((code) => code.id));
    } catch (error) {
      toastFailure("weekly-codes:generate", error);
    }
  }

  return { form, submit };
}
