// The macro that opens a new gate, chosen among those of its LPR server, or typed while the server does not list any.
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import type { ControllerRow } from "#contract/tables/controllers.ts";
import { Select } from "#web/ui/choices/select.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { RetryNote } from "#web/ui/note.tsx";
import { LoadingWords, SkeletonBar } from "#web/ui/skeleton.tsx";
import { toastDone, toastFailure } from "#web/ui/toasts/toast.tsx";
import { getMacrosQueryOptions } from "../api/lpr-macros.ts";
import { useSaveMacro } from "../api/save-controller.ts";
import { controllerDialogTexts } from "../texts/controller-dialog.sv.ts";
import { setupTexts as t } from "../texts/controller-setup.sv.ts";

export interface ChooseMacroProps {
  controller: Pick<ControllerRow, "id">;
  /** The saved one; blank: none. */
  macroId: string;
  onDirty: (dirty: boolean) => void;
  onSaved: (macroId: string) => void;
}

export function ChooseMacro({ controller, macroId, onDirty, onSaved }: ChooseMacroProps) {
  const headId = useId();
  const macros = useQuery(getMacrosQueryOptions(controller.id));
  const save = useSaveMacro(controller.id);
  const [typed, setTyped] = useState<string | null>(null);
  const [isMissing, setMissing] = useState(false);
  const listed = macros.data ?? [];
  const only = listed.length === 1 ? listed[0]?.id : undefined;
  const value = typed ?? (macroId || (only ?? ""));

  function choose(next: string): void {
    setTyped(next);
    setMissing(false);
    onDirty(next.trim() !== macroId);
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const chosen = value.trim();
    if (save.isPending) return;
    if (chosen === "") return setMissing(true);
    try {
      if (chosen !== macroId) {
        await save.mutateAsync(chosen);
        toastDone("controller:save", t.macroSaved);
      }
    } catch (error) {
      return toastFailure("controller:save", error);
    }
    onSaved(chosen);
  }

  const errorMessage = isMissing ? t.macroMissing : undefined;
  return (
    <form id="choose-macro" noValidate aria-labelledby={headId} onSubmit={(event) => void submit(event)}>
      <h3 id={headId} className="text-card text-ink">
        {t.macroTitle}
      </h3>
      <p className="mt-1 mb-3.5 text-small text-ink-2">{t.macroHelp}</p>
      {macros.isPending && (
        <div aria-busy className="flex h-16 flex-col justify-evenly">
          <LoadingWords />
          <SkeletonBar className="w-2/5" />
          <SkeletonBar className="w-full" />
        </div>
      )}
      {listed.length > 0 && (
        <Select
          label={controllerDialogTexts.chooseMacro}
          placeholder={controllerDialogTexts.chooseMacroPlaceholder}
          value={listed.find(({ id }) => id.toLowerCase() === value.trim().toLowerCase())?.id ?? null}
          options={listed.map(({ id, name }) => ({ id, label: name || id, description: id }))}
          errorMessage={errorMessage}
          onChange={choose}
        />
      )}
      {!macros.isPending && listed.length === 0 && (
        <div className="flex flex-col gap-3.5">
          {macros.isError ? (
            <RetryNote role="alert" onRetry={macros.refetch}>
              {t.macrosFailed} {macros.error.message}
            </RetryNote>
          ) : (
            <RetryNote onRetry={macros.refetch}>{controllerDialogTexts.noMacros}</RetryNote>
          )}
          <TextField
            name="macro_id"
            label={controllerDialogTexts.macroId}
            mono
            hint={controllerDialogTexts.macroHint}
            value={value}
            errorMessage={errorMessage}
            onChange={choose}
            autoComplete="off"
            spellCheck={false}
          />
        </div>
      )}
    </form>
  );
}
