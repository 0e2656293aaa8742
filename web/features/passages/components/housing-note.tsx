import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formatClock } from "#web/lib/dates.ts";
import { useNow } from "#web/lib/now.ts";
import { useSignedIn } from "#web/lib/session/session.ts";
import { lazyDialog, usePrefetched } from "#web/ui/lazy/lazy-dialog.tsx";
import { Note } from "#web/ui/note.tsx";
import { getOwnKindQueryOptions } from "../api/get-events.ts";
import { doorLogTexts as t } from "../texts/door-log.sv.ts";

const GrantedDialog = lazyDialog(
  () => import("./granted-dialog.tsx"),
  (module) => module.GrantedDialog,
);
const DIALOGS = [GrantedDialog];

/** Explains that a housing association shows granted passages only after a reason. `onShown`: called when the list has them. */
export function HousingNote({ onShown }: { onShown: () => void }) {
  usePrefetched(DIALOGS);
  const { organizationId } = useSignedIn();
  const { data } = useQuery(getOwnKindQueryOptions(organizationId));
  const [isAsking, setAsking] = useState(false);
  const [until, setUntil] = useState<string | null>(null);
  const now = useNow();
  if (data?.kind !== "housing") return null;
  if (until !== null && Date.parse(until) > now)
    return (
      <Note tone="quiet" role="status" className="mb-4">
        {t.grantedUntil(formatClock(until))}
      </Note>
    );
  return (
    <>
      <Note tone="quiet" className="mb-4" actions={[{ label: t.showGranted, onAction: () => setAsking(true) }]}>
        {t.housing}
      </Note>
      {isAsking && (
        <GrantedDialog
          onShown={(end) => {
            setUntil(end);
            onShown();
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
