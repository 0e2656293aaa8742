// Imports people from a file: the file, what its columns mean with a preview, and the result.
import { useQuery } from "@tanstack/react-query";
import { Download, Upload } from "lucide-react";
import { useState } from "react";
import { toCsv } from "#contract/csv-export.ts";
import { peopleImportTexts as texts } from "#web/features/people/texts/people-import.sv.ts";
import { vehicleImportTexts } from "#web/features/people/texts/vehicle-import.sv.ts";
import { formatNumber } from "#web/lib/dates.ts";
import { downloadCsv } from "#web/lib/download-csv.ts";
import { useSignedIn } from "#web/lib/session/session.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/page/card.tsx";
import { getOrganizationNamesQueryOptions } from "../../api/get-organization-names.ts";
import { OrganizationField } from "../../components/organization-field.tsx";
import { ImportingStep } from "../../vehicle-import/components/importing-step.tsx";
import { RecentImports } from "../../vehicle-import/components/recent-imports.tsx";
import { SourceNotes } from "../../vehicle-import/components/source-notes.tsx";
import { UploadStep } from "../../vehicle-import/components/upload-step.tsx";
import { COLUMNS } from "../columns.ts";
import { type PeopleImporting, usePeopleImport } from "../use-people-import.ts";
import { ImportResult } from "./import-result.tsx";
import { AccessCard, ColumnsCard } from "./import-settings.tsx";
import { PeoplePreview } from "./people-preview.tsx";

const TEMPLATE = COLUMNS.filter((column) => column !== "last_name" && column !== "note");

export function PeopleImport({ usersPath }: { usersPath: string }) {
  const own = useSignedIn().organizationId;
  const [chosen, setChosen] = useState("");
  const organizationId = own ?? chosen;
  const importing = usePeopleImport(organizationId);
  const { state } = importing;
  const names = useQuery(getOrganizationNamesQueryOptions()).data;
  const organization = names?.find(({ id }) => id === organizationId)?.name ?? "";
  return (
    <div className="flex max-w-[960px] flex-col gap-4">
      {own === null && state.step === "upload" && <OrganizationField value={chosen} onChange={setChosen} />}
      {state.step === "upload" && (
        <>
          <UploadStep
            {...state}
            onFile={importing.read}
            onProblem={importing.refuse}
            people={{
              hint: organizationId === "" ? texts.chooseOrganization : texts.formatHint,
              isDisabled: organizationId === "",
            }}
          />
          <RecentImports />
          <FormatCard />
        </>
      )}
      {state.step === "preview" && <Preview importing={importing} state={state} />}
      {state.step === "importing" && (
        <>
          <ImportingStep {...state} unit={texts.unit} />
          <p className="text-small text-ink-2">{vehicleImportTexts.keepOpen}</p>
          <div>
            <Button onPress={importing.cancel}>{vehicleImportTexts.cancelImport}</Button>
          </div>
        </>
      )}
      {state.step === "result" && (
        <ImportResult
          result={state}
          places={importing.places}
          organization={organization}
          usersPath={usersPath}
          onAgain={importing.reset}
        />
      )}
    </div>
  );
}

interface PreviewProps {
  importing: PeopleImporting;
  state: Extract<PeopleImporting["state"], { step: "preview" }>;
}

function Preview({ importing, state: { file, layout } }: PreviewProps) {
  const { sent, known } = importing;
  return (
    <>
      <SourceNotes file={file} onReadAgain={() => importing.reset()} />
      <ColumnsCard file={file} layout={layout} onChange={importing.setLayout} />
      <AccessCard {...importing} />
      <PeoplePreview {...importing} />
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          icon={Upload}
          isDisabled={sent.length === 0 || known === null}
          onPress={importing.start}
        >
          {texts.approve(formatNumber(sent.length))}
        </Button>
        <Button onPress={importing.reset}>{texts.otherFile}</Button>
      </div>
    </>
  );
}

function FormatCard() {
  const heads = TEMPLATE.map((column) => texts.columns[column]);
  return (
    <Card
      title={texts.formatTitle}
      actions={
        <Button
          variant="ghost"
          size="sm"
          icon={Download}
          onPress={() => downloadCsv(texts.templateName, toCsv([heads, ...texts.sample]))}
        >
          {texts.downloadTemplate}
        </Button>
      }
    >
      <p className="text-small text-ink-2">{texts.formatHelp}</p>
    </Card>
  );
}
