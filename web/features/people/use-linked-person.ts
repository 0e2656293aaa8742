// A link from a log row, the overview or Synkstatus names a person in the address: their dialog opens.
import { useQueryClient } from "@tanstack/react-query";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { useEffect, useEffectEvent } from "react";
import { z } from "zod";
import { BackendError } from "#web/lib/errors.ts";
import { peopleTexts } from "#web/texts/people.ts";
import { toastError, toastFailure } from "#web/ui/toast.tsx";
import { getEndUserQueryOptions } from "./api/get-end-user.ts";
import type { Person } from "./person.ts";

const NO_SUCH_ROW = "PGRST116";

/** Calls `open` once for each `?person=` that the page is come to with, and takes it out of the address. */
export function useLinkedPerson(open: (person: Person) => void): void {
  const client = useQueryClient();
  const navigate = useNavigate();
  const id = useLocation({ select: ({ search }) => idIn(search) });

  const follow = useEffectEvent(async (person: string) => {
    // First, so that neither reloading nor coming back here opens it once more.
    await navigate({ to: ".", search: {}, replace: true });
    try {
      open(await client.fetchQuery(getEndUserQueryOptions({ id: person })));
    } catch (error) {
      if (error instanceof BackendError && error.code === NO_SUCH_ROW) toastError(peopleTexts.personGone);
      else toastFailure(error);
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
