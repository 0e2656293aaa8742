import { useQueryClient } from "@tanstack/react-query";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { useEffect, useEffectEvent } from "react";
import { z } from "zod";
import { BackendError } from "#web/lib/calls/errors.ts";
import { changedSearch } from "#web/lib/lists/list-address.ts";
import { endToasts, toastError, toastFailure } from "#web/ui/toasts/toast.tsx";
import { getEndUserQueryOptions } from "./api/get-end-user.ts";
import type { Person } from "./person.ts";
import { peopleTexts } from "./texts/people.sv.ts";

const NO_SUCH_ROW = "PGRST116";

/** Calls `open` once for each `?person=` and removes it from the address. */
export function useLinkedPerson(open: (person: Person) => void): void {
  const client = useQueryClient();
  const navigate = useNavigate();
  const id = useLocation({ select: ({ search }) => idIn(search) });

  const follow = useEffectEvent(async (person: string) => {
    // Removed first, so that neither a reload nor a return opens the person again.
    await navigate({ to: ".", search: (now: object) => changedSearch(now, { person: null }), replace: true });
    endToasts("person:open");
    try {
      open(await client.fetchQuery(getEndUserQueryOptions({ id: person })));
    } catch (error) {
      if (error instanceof BackendError && error.code === NO_SUCH_ROW)
        toastError("person:open", peopleTexts.personGone);
      else toastFailure("person:open", error);
    }
  });
  useEffect(() => {
    if (id !== null) void follow(id);
  }, [id]);
}

function idIn(search: object): string | null {
  const { data } = z.object({ person: z.uuid() }).safeParse(search);
  return data?.person ?? null;
}
