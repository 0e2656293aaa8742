// Operations closed to org admins, each asked for with the other tenant's ids: only the refusal of the role may come back.
import { OPERATIONS } from "./function-actions.ts";

interface Others {
  gate: string;
  organization: string;
  person: string;
}

type Ask = (who: string, path: string, init: { method: string; body?: string }) => Promise<{ status: number }>;

export function closedCells({ gate, organization, person }: Others, ask: Ask) {
  const theirs: Record<string, unknown> = {
    id: gate,
    controller_id: gate,
    organization_id: organization,
    end_user_id: person,
  };
  return OPERATIONS.filter(({ fn }) => fn.role === "system_admin").map(({ fn, action, body }) => ({
    name: `${fn.name} ${action ?? ""} is closed`,
    granted: false,
    run: async () => {
      const named = Object.fromEntries(Object.entries(body).map(([key, value]) => [key, theirs[key] ?? value]));
      const sent = fn.method === "POST" ? { body: JSON.stringify(named) } : {};
      return (await ask("nord", `/functions/v1/${fn.name}`, { method: fn.method, ...sent })).status !== 403;
    },
  }));
}
