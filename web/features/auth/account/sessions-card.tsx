import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { MonitorSmartphone } from "lucide-react";
import type { OpenSession } from "#contract/auth.ts";
import { formatExact, formatLongDay } from "#web/lib/dates.ts";
import { describeDevice } from "#web/lib/describe-browser.ts";
import { Button } from "#web/ui/button.tsx";
import { RetryNote } from "#web/ui/note.tsx";
import { Card } from "#web/ui/page/card.tsx";
import { Pill } from "#web/ui/pill.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { SkeletonBar } from "#web/ui/skeleton.tsx";
import { endToasts, toastDone, toastFailure } from "#web/ui/toasts/toast.tsx";
import { endOtherSessions, endSession } from "../api/open-sessions.ts";
import { accountTexts as t } from "../texts/account.sv.ts";
import { ACCOUNT_KEY, openSessionsQueryOptions } from "./account-queries.ts";
import { AccountRow } from "./account-row.tsx";

const endingOf = (sessionId: string | null) => `session:end ${sessionId ?? "others"}` as const;

export function SessionsCard() {
  const client = useQueryClient();
  const sessions = useQuery(openSessionsQueryOptions);
  const end = useMutation({
    mutationFn: (id: string | null) => (id === null ? endOtherSessions() : endSession(id)),
    onSuccess: (_done, id) => toastDone(endingOf(id), id === null ? t.othersEnded : t.sessionEnded),
    onMutate: (id) => endToasts(endingOf(id)),
    onError: (error, id) => toastFailure(endingOf(id), error),
    onSettled: () => client.invalidateQueries({ queryKey: ACCOUNT_KEY }),
  });
  const list = sessions.data ?? [];
  return (
    <Card
      title={t.sessionsTitle}
      flush
      actions={
        list.some(({ current }) => !current) && (
          <Button size="sm" busy={end.isPending && end.variables === null} onPress={() => end.mutate(null)}>
            {t.endOthers}
          </Button>
        )
      }
    >
      {sessions.isError && !sessions.data && (
        <div className="p-4">
          <RetryNote role="alert" onRetry={sessions.refetch}>
            {t.sessionsFailed} {sessions.error.message}
          </RetryNote>
        </div>
      )}
      {sessions.isPending && <AccountRow title={<SkeletonBar />} help=" " />}
      {list.map((session) => (
        <SessionRow
          key={session.id}
          session={session}
          busy={end.isPending && end.variables === session.id}
          onEnd={() => end.mutate(session.id)}
        />
      ))}
    </Card>
  );
}

function SessionRow({ session, busy, onEnd }: { session: OpenSession; busy: boolean; onEnd: () => void }) {
  const device = describeDevice(session.user_agent);
  return (
    <AccountRow
      icon={MonitorSmartphone}
      title={device}
      help={
        <>
          {session.ip && <span className="tabular">{session.ip} · </span>}
          {t.lastSeen} <RelativeTime value={session.refreshed_at} /> · {t.signedInAt(formatLongDay(session.created_at))}
        </>
      }
      actions={
        session.current ? (
          <Pill tone="ok">{t.thisDevice}</Pill>
        ) : (
          <Button
            size="sm"
            busy={busy}
            aria-label={t.endSessionFor(device, formatExact(session.created_at))}
            onPress={onEnd}
          >
            {t.endSession}
          </Button>
        )
      }
    />
  );
}
