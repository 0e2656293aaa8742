import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { type NoticeChoiceRow, noticeChoiceRow } from "#contract/tables/notice-choices.ts";
import { backend } from "#web/lib/calls/backend.ts";
import { readRow, readRows } from "#web/lib/calls/rows.ts";
import { endToasts, toastDone, toastFailure } from "#web/ui/toasts/toast.tsx";
import { accountTexts as t } from "../texts/account.sv.ts";

const KEY = ["account", "notices"];
const CHOOSING = [...KEY, "choose"];

export const noticeChoicesQueryOptions = queryOptions({
  queryKey: KEY,
  queryFn: ({ signal }) =>
    readRows(noticeChoiceRow, backend.from("notice_choices").select("kind, pace").abortSignal(signal)),
});

/** Saves choices in the order of the presses. The page shows each at once, and the earlier one again if it could not be saved. */
export function useChooseNotices(userId: string) {
  const client = useQueryClient();
  const key = noticeChoicesQueryOptions.queryKey;
  const isLast = () => client.isMutating({ mutationKey: CHOOSING }) === 1;
  const actOf = ({ kind }: NoticeChoiceRow) => `notices:choose ${kind}` as const;
  return useMutation({
    mutationKey: CHOOSING,
    scope: { id: "notice-choices" },
    mutationFn: (choice: NoticeChoiceRow) =>
      readRow(
        noticeChoiceRow,
        backend
          .from("notice_choices")
          .upsert({ user_id: userId, ...choice }, { onConflict: "user_id,kind" })
          .select("kind, pace")
          .single(),
      ),
    onMutate: async (choice) => {
      endToasts(actOf(choice));
      await client.cancelQueries({ queryKey: KEY });
      const earlier = client.getQueryData(key);
      client.setQueryData(key, (rows = []) => [...rows.filter(({ kind }) => kind !== choice.kind), choice]);
      return earlier;
    },
    onSuccess: (_row, choice) => toastDone(actOf(choice), t.noticesSaved),
    onError: (error, choice, earlier) => {
      if (isLast()) client.setQueryData(key, earlier);
      toastFailure(actOf(choice), error);
    },
    // Reads again only after the last of several choices: between them, the card would show a waiting one as undone.
    onSettled: () => (isLast() ? client.invalidateQueries({ queryKey: KEY }) : null),
  });
}
