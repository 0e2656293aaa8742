import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { type NoticeChoiceRow, noticeChoiceRow } from "#contract/tables/notice-choices.ts";
import { backend } from "#web/lib/calls/backend.ts";
import { readRow, readRows } from "#web/lib/calls/rows.ts";
import { endToasts, toastDone, toastFailure } from "#web/ui/toasts/toast.tsx";
import { accountTexts as t } from "../texts/account.sv.ts";

const KEY = ["account", "notices"];

export const noticeChoicesQueryOptions = queryOptions({
  queryKey: KEY,
  queryFn: ({ signal }) =>
    readRows(noticeChoiceRow, backend.from("notice_choices").select("kind, pace").abortSignal(signal)),
});

/** Saves one choice. The page shows it at once, and the earlier one again if it could not be saved. */
export function useChooseNotices(userId: string) {
  const client = useQueryClient();
  const key = noticeChoicesQueryOptions.queryKey;
  const actOf = ({ kind }: NoticeChoiceRow) => `notices:choose ${kind}` as const;
  return useMutation({
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
      client.setQueryData(key, earlier);
      toastFailure(actOf(choice), error);
    },
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  });
}
