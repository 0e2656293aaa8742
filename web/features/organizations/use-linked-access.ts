import { useQueryClient } from "@tanstack/react-query";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { useEffect, useEffectEvent } from "react";
import { z } from "zod";
import { endToasts, toastFailure } from "#web/ui/toasts/toast.tsx";
import { getOrganizationQueryOptions } from "./api/get-organization.ts";

const NAME = "controllers";
const linked = z.object({ [NAME]: z.uuid() });

/** Calls `open` once for each `?controllers=`, which names an organisation without doors, and removes it from the address. */
export function useLinkedAccess(open: (organization: { id: string; name: string }) => void): void {
  const client = useQueryClient();
  const navigate = useNavigate();
  const id = useLocation({ select: ({ search }) => linked.safeParse(search).data?.[NAME] ?? null });

  const follow = useEffectEvent(async (organization: string) => {
    const without = (now: object) => Object.fromEntries(Object.entries(now).filter(([name]) => name !== NAME));
    // Removed first, so that neither a reload nor a return opens the dialog again.
    await navigate({ to: ".", search: without, replace: true });
    endToasts("organization:open");
    try {
      open(await client.fetchQuery(getOrganizationQueryOptions(organization)));
    } catch (error) {
      toastFailure("organization:open", error);
    }
  });
  useEffect(() => {
    if (id !== null) void follow(id);
  }, [id]);
}
