import { Upload } from "lucide-react";
import { useEffect, useRef } from "react";
import { peopleImportTexts as texts } from "#web/features/people/texts/people-import.sv.ts";
import { SourceNotes } from "#web/features/people/vehicle-import/components/source-notes.tsx";
import { formatNumber } from "#web/lib/dates.ts";
import { previewTexts } from "#web/texts/preview.sv.ts";
import { Button } from "#web/ui/button.tsx";
import { RetryNote } from "#web/ui/note.tsx";
import type { PeopleImporting } from "../use-people-import.ts";
import { AccessCard, ColumnsCard } from "./import-settings.tsx";
import { PeoplePreview } from "./people-preview.tsx";

interface ReviewStepProps {
  importing: PeopleImporting;
  state: Extract<PeopleImporting["state"], { step: "preview" }>;
}

/** Shows the file's columns, access and preview, and starts the import. */
export function ReviewStep({ importing, state: { file, layout, isRight } }: ReviewStepProps) {
  const { sent, checking } = importing;
  const head = useRef<HTMLParagraphElement>(null);
  // The control that had the focus is gone.
  useEffect(() => head.current?.focus(), []);
  return (
    <>
      <p ref={head} tabIndex={-1} className="text-small text-ink-2 outline-none">
        {texts.nothingYet}
      </p>
      <SourceNotes
        file={file}
        onReadAgain={(choice) => importing.readAgain(file, choice)}
        isRight={isRight}
        onRightChange={importing.setRight}
      />
      <ColumnsCard file={file} layout={layout} onChange={importing.setLayout} />
      <AccessCard {...importing} />
      {checking.isError && (
        <RetryNote role="alert" onRetry={checking.refetch}>
          {texts.checkFailed} {checking.error.message}
        </RetryNote>
      )}
      <PeoplePreview {...importing} />
      <div className="flex flex-wrap items-center gap-2 phone:*:flex-1">
        <Button
          variant="primary"
          icon={Upload}
          busy={checking.isFetching || importing.isCounting}
          busyLabel={importing.isCounting ? previewTexts.counting : texts.checking}
          isDisabled={!importing.isReady}
          onPress={importing.start}
        >
          {texts.approve(formatNumber(sent.length), sent.length === 1)}
        </Button>
        <Button onPress={importing.reset}>{texts.otherFile}</Button>
      </div>
      {importing.panel}
    </>
  );
}
