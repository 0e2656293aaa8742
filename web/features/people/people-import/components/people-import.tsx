// Imports people from a file: the file, what its columns mean with a preview, and the result.
import { useQuery } from "@tanstack/react-query";
import { useBlocker } from "@tanstack/react-router";
import { useState } from "react";
import type { PeopleColumn } from "#contract/people-columns.ts";
import { peopleImportTexts as texts } from "#web/features/people/texts/people-import.sv.ts";
import { vehicleImportTexts } from "#web/features/people/texts/vehicle-import.sv.ts";
import { FormatSample } from "#web/features/people/vehicle-import/components/format-sample.tsx";
import { ImportingStep } from "#web/features/people/vehicle-import/components/importing-step.tsx";
import { RecentImports } from "#web/features/people/vehicle-import/components/recent-imports.tsx";
import { UploadStep } from "#web/features/people/vehicle-import/components/upload-step.tsx";
import { getOrganizationNamesQueryOptions } from "#web/lib/controllers/organization-names.ts";
import { useSignedIn } from "#web/lib/session/session.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/dialogs/lazy-dialogs.ts";
import { usePrefetched } from "#web/ui/lazy/lazy-dialog.tsx";
import { lazyPart } from "#web/ui/lazy/lazy-part.tsx";
import { Stepper } from "#web/ui/stepper.tsx";
import { columnLabel } from "../column-label.ts";
import { usePeopleImport } from "../use-people-import.ts";

const ImportOrganization = lazyPart(
  () => import("./import-organization.tsx"),
  (module) => module.ImportOrganization,
);
const ReviewStep = lazyPart(
  () => import("./review-step.tsx"),
  (module) => module.ReviewStep,
);
const ImportResult = lazyPart(
  () => import("./import-result.tsx"),
  (module) => module.ImportResult,
);
const PARTS = [ReviewStep, ImportResult];

const STEPS = { upload: 0, preview: 1, importing: 2, result: 3 } as const;
/** Columns of the lines in `sample`. */
const TEMPLATE: readonly PeopleColumn[] = [
  "first_name",
  "email",
  "apartment",
  "phone",
  "pin",
  "doors",
  "plate",
  "validity",
];

export function PeopleImport({ usersPath }: { usersPath: string }) {
  usePrefetched(PARTS);
  const own = useSignedIn().organizationId;
  const [chosen, setChosen] = useState("");
  const names = useQuery(getOrganizationNamesQueryOptions()).data;
  const only = names?.length === 1 ? names[0]?.id : undefined;
  const organizationId = own ?? (chosen || (only ?? ""));
  const importing = usePeopleImport(organizationId);
  const { state } = importing;
  const organization = names?.find(({ id }) => id === organizationId)?.name ?? "";
  return (
    <div className="flex max-w-[960px] flex-col gap-4">
      <Stepper
        label={vehicleImportTexts.stepsLabel}
        steps={texts.steps}
        current={STEPS[state.step]}
        doneWord={vehicleImportTexts.stepDone}
      />
      {own === null && state.step === "upload" && <ImportOrganization value={organizationId} onChange={setChosen} />}
      {state.step === "upload" && (
        <>
          <UploadStep
            {...state}
            onFile={importing.read}
            onProblem={importing.refuse}
            people={{
              hint: organizationId === "" ? texts.chooseOrganization : texts.formatHint,
              drop: texts.dropHere,
              isDisabled: organizationId === "",
            }}
          />
          <RecentImports made={null} />
          <FormatSample texts={texts} heads={TEMPLATE.map(columnLabel)} />
        </>
      )}
      {state.step === "preview" && <ReviewStep importing={importing} state={state} />}
      {state.step === "importing" && (
        <>
          <StayHere />
          <ImportingStep {...state} unit={texts.unit} />
          <p className="text-small text-ink-2">{vehicleImportTexts.keepOpen}</p>
          <div>
            <Button autoFocus onPress={importing.cancel}>
              {vehicleImportTexts.cancelImport}
            </Button>
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

/** Asks before somebody leaves an import that runs. */
function StayHere() {
  const leaving = useBlocker({ shouldBlockFn: () => true, withResolver: true, enableBeforeUnload: true });
  if (leaving.status !== "blocked") return null;
  return (
    <ConfirmDialog
      isOpen
      title={texts.leaveTitle}
      cancelFirst
      cancelLabel={texts.stay}
      confirmLabel={texts.leave}
      onClose={leaving.reset}
      onConfirm={leaving.proceed}
    >
      {texts.leaveHelp}
    </ConfirmDialog>
  );
}
