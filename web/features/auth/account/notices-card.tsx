// Emails about the organisation's doors and gates, chosen by each admin for themselves.
import { useQuery } from "@tanstack/react-query";
import { NOTICE_KINDS, NOTICE_PACES } from "#contract/notices.ts";
import { useSignedIn } from "#web/lib/session/session.ts";
import { Segmented } from "#web/ui/choices/segmented.tsx";
import { TestMailButton } from "#web/ui/forms/test-mail.tsx";
import { Note, RetryNote } from "#web/ui/note.tsx";
import { Card } from "#web/ui/page/card.tsx";
import { SkeletonBar } from "#web/ui/skeleton.tsx";
import { noticeChoicesQueryOptions, useChooseNotices } from "../api/notice-choices.ts";
import { accountTexts as t } from "../texts/account.sv.ts";
import { signInWaysQueryOptions } from "./account-queries.ts";
import { AccountRow } from "./account-row.tsx";

export function NoticesCard() {
  const { userId } = useSignedIn();
  const choices = useQuery(noticeChoicesQueryOptions);
  const ways = useQuery(signInWaysQueryOptions);
  const choose = useChooseNotices(userId);
  const rows = choices.data;
  return (
    <Card title={t.noticesTitle} flush>
      {ways.data?.mail === false && (
        <div className="p-4 pb-1">
          <Note tone="wait">{t.noticesNoMail}</Note>
        </div>
      )}
      {choices.isError && !rows ? (
        <div className="p-4">
          <RetryNote role="alert" onRetry={choices.refetch}>
            {t.noticesFailed} {choices.error.message}
          </RetryNote>
        </div>
      ) : (
        NOTICE_KINDS.map((kind) => (
          <AccountRow
            key={kind}
            title={t.notices[kind]}
            help={t.noticesHelp[kind]}
            actions={
              rows ? (
                <Segmented
                  label={t.notices[kind]}
                  segments={NOTICE_PACES[kind].map((id) => ({ id, label: t.noticePace[id] }))}
                  value={rows.find((row) => row.kind === kind)?.pace ?? "off"}
                  onChange={(pace) => choose.mutate({ kind, pace })}
                />
              ) : (
                <SkeletonBar />
              )
            }
          />
        ))
      )}
      <div className="border-t border-line-soft px-4 py-3">
        <TestMailButton />
      </div>
    </Card>
  );
}
