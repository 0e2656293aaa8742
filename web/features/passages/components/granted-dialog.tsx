import { useState } from "react";
import { GRANTED_REASONS, GRANTED_TEXT, type GrantedReason } from "#contract/functions/granted-passages.ts";
import { Select } from "#web/ui/choices/select.tsx";
import { AsyncConfirmDialog } from "#web/ui/dialogs/async-confirm-dialog.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { useShowGrantedPassages } from "../api/show-granted-passages.ts";
import { doorLogTexts as t } from "../texts/door-log.sv.ts";

const OPTIONS = GRANTED_REASONS.map((id) => ({ id, label: t.grantedReasons[id] }));

export function GrantedDialog({ onShown, onClose }: { onShown: (until: string) => void; onClose: () => void }) {
  const show = useShowGrantedPassages();
  const [reason, setReason] = useState<GrantedReason>("troubleshooting");
  const [comment, setComment] = useState("");
  const [asked, setAsked] = useState(false);
  const text = comment.trim();
  const isTooShort = text.length < GRANTED_TEXT.min && (reason === "other" || text !== "");

  async function run(): Promise<void> {
    const given = reason === "other" || text !== "" ? { reason, text } : { reason };
    onShown(await show.mutateAsync(given));
  }

  return (
    <AsyncConfirmDialog
      title={t.showGranted}
      confirmLabel={t.showGranted}
      confirmVariant="primary"
      consequence={
        <div className="flex flex-col gap-3.5">
          <Select name="reason" label={t.grantedReason} options={OPTIONS} value={reason} onChange={setReason} />
          <TextField
            name="comment"
            label={t.grantedComment}
            optional={reason !== "other"}
            maxLength={GRANTED_TEXT.max}
            value={comment}
            onChange={setComment}
            errorMessage={asked && isTooShort ? t.grantedCommentMissing : undefined}
          />
        </div>
      }
      isReady={() => {
        setAsked(true);
        return !isTooShort;
      }}
      run={run}
      staysOnFailure
      onClose={onClose}
    >
      {t.grantedQuestion}
    </AsyncConfirmDialog>
  );
}
