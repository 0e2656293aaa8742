import { useState } from "react";
import {
  GRANTED_REASONS,
  GRANTED_TEXT,
  type GrantedPassagesRequest,
  type GrantedReason,
} from "#contract/functions/granted-passages.ts";
import { Select } from "#web/ui/choices/select.tsx";
import { AsyncConfirmDialog } from "#web/ui/dialogs/async-confirm-dialog.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { useShowGrantedPassages } from "../api/show-granted-passages.ts";
import { doorLogTexts as t } from "../texts/door-log.sv.ts";

const OPTIONS = GRANTED_REASONS.map((id) => ({ id, label: t.grantedReasons[id] }));

export function GrantedDialog({ onShown, onClose }: { onShown: (until: string) => void; onClose: () => void }) {
  const show = useShowGrantedPassages();
  const [reason, setReason] = useState<GrantedReason | null>(null);
  const [comment, setComment] = useState("");
  const [asked, setAsked] = useState(false);
  const text = comment.trim();
  const isTooShort = text.length < GRANTED_TEXT.min && (reason === null || reason === "other" || text !== "");

  async function run(): Promise<void> {
    onShown(await show.mutateAsync(givenReason(reason, text)));
  }

  return (
    <AsyncConfirmDialog
      act={"log:granted"}
      title={t.showGranted}
      confirmLabel={t.showGranted}
      confirmVariant="primary"
      consequence={
        <div className="flex flex-col gap-3.5">
          <Select
            name="reason"
            label={t.grantedReason}
            placeholder={t.grantedReasonPlaceholder}
            options={OPTIONS}
            value={reason}
            onChange={setReason}
            errorMessage={asked && isTooShort && reason === null ? t.grantedReasonMissing : undefined}
          />
          <TextField
            name="comment"
            label={t.grantedComment}
            optional={reason !== "other"}
            maxLength={GRANTED_TEXT.max}
            value={comment}
            onChange={setComment}
            errorMessage={asked && isTooShort && reason !== null ? t.grantedCommentMissing : undefined}
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

/** Returns the reason to record: the chosen word, else the typed text. */
function givenReason(reason: GrantedReason | null, text: string): GrantedPassagesRequest {
  if (reason === null || reason === "other") return { reason: "other", text };
  return text === "" ? { reason } : { reason, text };
}
