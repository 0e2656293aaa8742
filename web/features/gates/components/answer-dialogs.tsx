// The questions before a reading is linked or a number corrected, and the choice between vehicles.
import { ArrowRight } from "lucide-react";
import type { NearMissCandidate, NearMissRow } from "#contract/tables/near-misses.ts";
import { words } from "#web/texts/words.sv.ts";
import { Button } from "#web/ui/button.tsx";
import { PlateSigns } from "#web/ui/credentials/plate-signs.tsx";
import { AsyncConfirmDialog } from "#web/ui/dialogs/async-confirm-dialog.tsx";
import { Dialog, DialogFoot } from "#web/ui/dialogs/dialog.tsx";
import { toastDone } from "#web/ui/toasts/toast.tsx";
import { useAnswerNearMiss } from "../api/answer-near-miss.ts";
import { gateName, personOf, plateOf, readingOf } from "../near-miss-words.ts";
import { comparedSigns } from "../plate-difference.ts";
import { nearMissesTexts as t } from "../texts/near-misses.sv.ts";
import type { OpenQuestion } from "../use-near-miss-answers.ts";
import { Candidate } from "./near-miss-columns.tsx";

export interface AnswerDialogProps {
  question: OpenQuestion;
  onAsk: (question: OpenQuestion) => void;
  onClose: () => void;
}

export function AnswerDialog({ question, onAsk, onClose }: AnswerDialogProps) {
  if (question.about !== "CHOOSE") return <ConfirmAnswer {...question} onClose={onClose} />;
  const { row } = question;
  return <ChooseDialog row={row} onChoose={(about, candidate) => onAsk({ about, row, candidate })} onClose={onClose} />;
}

interface ConfirmProps {
  about: "LINK" | "CORRECT";
  row: NearMissRow;
  candidate: NearMissCandidate;
  onClose: () => void;
}

function ConfirmAnswer({ about, row, candidate, onClose }: ConfirmProps) {
  const { mutateAsync } = useAnswerNearMiss();
  const [reading, plate, person] = [readingOf(row), plateOf(candidate), personOf(candidate)];
  const isLink = about === "LINK";
  const signs = comparedSigns(row.plate_number, candidate.credentials.display_value);
  return (
    <AsyncConfirmDialog
      act={`near-miss:answer ${row.id}`}
      title={isLink ? t.linkQuestion(reading, plate) : t.correctQuestion(plate, reading)}
      consequence={isLink ? t.linkEnds : t.correctEnds}
      confirmLabel={isLink ? t.link : t.correct}
      busyLabel={isLink ? t.linking : t.correcting}
      confirmVariant="primary"
      run={async () => {
        await mutateAsync({ action: about, id: row.id, credential_id: candidate.credential_id });
        toastDone(`near-miss:answer ${row.id}`, isLink ? t.linked(reading, plate) : t.corrected(reading));
      }}
      onClose={onClose}
    >
      {/* Titles have no fixed-width figures, and O and 0 differ in them. */}
      <p aria-hidden className="mt-2 mb-3 flex flex-wrap items-center gap-2">
        <PlateSigns signs={isLink ? signs.reading : signs.plate} lostLabel="" />
        <ArrowRight size={15} className="text-ink-3" />
        <PlateSigns signs={isLink ? signs.plate : signs.reading} lostLabel="" />
      </p>
      {isLink ? t.linkEffect(person, gateName(row)) : t.correctEffect(person)}
    </AsyncConfirmDialog>
  );
}

interface ChooseProps {
  row: NearMissRow;
  onChoose: (about: "LINK" | "CORRECT", candidate: NearMissCandidate) => void;
  onClose: () => void;
}

function ChooseDialog({ row, onChoose, onClose }: ChooseProps) {
  const reading = readingOf(row);
  return (
    <Dialog
      isOpen
      size="md"
      title={t.chooseFor(reading)}
      subtitle={t.chooseHelp}
      onClose={onClose}
      footer={(close) => (
        <DialogFoot>
          <Button onPress={close}>{words.cancel}</Button>
        </DialogFoot>
      )}
    >
      <ul className="flex flex-col divide-y divide-line-soft">
        {row.candidates.map((candidate) => (
          <li key={candidate.credential_id} className="flex flex-wrap items-center justify-between gap-2 py-3">
            <Candidate reading={row.plate_number} candidate={candidate} />
            <div className="flex gap-1 phone:w-full phone:*:flex-1">
              <Button
                size="sm"
                aria-label={t.linkOf(reading, plateOf(candidate))}
                onPress={() => onChoose("LINK", candidate)}
              >
                {t.link}
              </Button>
              <Button
                size="sm"
                variant="ghost"
                aria-label={t.correctOf(reading, plateOf(candidate))}
                onPress={() => onChoose("CORRECT", candidate)}
              >
                {t.correct}
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
