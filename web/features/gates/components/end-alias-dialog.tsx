import type { PlateAliasRow } from "#contract/tables/near-misses.ts";
import { AsyncConfirmDialog } from "#web/ui/dialogs/async-confirm-dialog.tsx";
import { toastDone } from "#web/ui/toasts/toast.tsx";
import { useEndAlias } from "../api/end-alias.ts";
import { gateName } from "../near-miss-words.ts";
import { aliasOf } from "../plate-difference.ts";
import { nearMissesTexts as t } from "../texts/near-misses.sv.ts";

export function EndAliasDialog({ alias, onClose }: { alias: PlateAliasRow; onClose: () => void }) {
  const { mutateAsync } = useEndAlias();
  return (
    <AsyncConfirmDialog
      act={`plate-alias:end ${alias.id}`}
      title={t.endQuestion(aliasOf(alias))}
      run={async () => {
        await mutateAsync(alias.id);
        toastDone(`plate-alias:end ${alias.id}`, t.ended(aliasOf(alias)));
      }}
      onClose={onClose}
    >
      {t.endEffect(gateName(alias))}
    </AsyncConfirmDialog>
  );
}
