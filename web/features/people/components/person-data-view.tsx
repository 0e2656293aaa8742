// Shows everything that the portal stores about a person, to read and to print.
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { ArrowLeft, Download, Printer, Trash2 } from "lucide-react";
import { useState } from "react";
import { formatExact } from "#web/lib/dates.ts";
import { downloadJson } from "#web/lib/download-csv.ts";
import { PEOPLE_OF_ROLE } from "#web/lib/people/people-address.ts";
import { useSignedIn } from "#web/lib/session/session.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { usePrefetched } from "#web/ui/lazy/lazy-dialog.tsx";
import { RetryNote } from "#web/ui/note.tsx";
import { PageHead } from "#web/ui/page/page-head.tsx";
import { SkeletonBar } from "#web/ui/skeleton.tsx";
import { getPersonExportQueryOptions } from "../api/person-data.ts";
import { exportFileName } from "../erasure.ts";
import { ErasePersonDialog } from "../lazy-erase-person-dialog.ts";
import { fullName } from "../person.ts";
import { personDataPageTexts as t } from "../texts/person-data-page.sv.ts";
import { privacyTexts } from "../texts/privacy.sv.ts";
import { PersonDataSections } from "./person-data-sections.tsx";

const DIALOGS = [ErasePersonDialog];

export function PersonDataView({ personId }: { personId: string }) {
  const { role } = useSignedIn();
  const { data, isError, error, refetch } = useQuery(getPersonExportQueryOptions(personId));
  const name = data && fullName(data.person);
  const [isAsking, setAsking] = useState(false);
  const navigate = useNavigate();
  usePrefetched(DIALOGS);
  return (
    <div className="max-w-[880px]">
      <PageHead
        title={t.page}
        subtitle={data && name && t.pageOf(name, data.person.organization)}
        secondary={
          <>
            <ButtonLink variant="ghost" icon={ArrowLeft} href={PEOPLE_OF_ROLE[role]}>
              {t.toPeople}
            </ButtonLink>
            {data?.person.removed_at && (
              <Button variant="danger" icon={Trash2} onPress={() => setAsking(true)}>
                {privacyTexts.eraseIt}
              </Button>
            )}
            {data && name && (
              <Button icon={Download} onPress={() => downloadJson(exportFileName(name), data)}>
                {t.download}
              </Button>
            )}
          </>
        }
        primary={
          data && (
            <Button variant="primary" icon={Printer} onPress={() => window.print()}>
              {t.print}
            </Button>
          )
        }
      />
      {isError && (
        <RetryNote role="alert" onRetry={refetch}>
          {t.pageFailed} {error.message}
        </RetryNote>
      )}
      {!data && !isError && <Loading />}
      {data && (
        <>
          <PersonDataSections known={data} />
          <p className="mt-4 text-small text-ink-2">{t.readAt(formatExact(data.exported_at))}</p>
          {isAsking && (
            <ErasePersonDialog
              person={{ ...data.person, credentials: [] }}
              onClose={() => setAsking(false)}
              onErased={() => void navigate({ to: PEOPLE_OF_ROLE[role] })}
            />
          )}
        </>
      )}
    </div>
  );
}

function Loading() {
  return (
    <div aria-busy className="flex flex-col gap-3 rounded-card border border-line bg-surface p-4">
      <SkeletonBar className="w-2/5" />
      <SkeletonBar className="w-1/3" />
    </div>
  );
}
