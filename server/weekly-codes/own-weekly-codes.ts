// Shows this week's codes of an organisation's own doors. Only a system admin may show a code that opens any other door too.
import type { PoolClient } from "pg";
import { weeklyCodeErrors } from "#contract/errors/weekly-codes.ts";
import type { OwnWeeklyCode } from "#contract/functions/own-weekly-codes.ts";
import { encryptionAad } from "#database/encrypted-columns.ts";
import { writeAudit } from "#server/audit/record-operation.ts";
import { consumeReveal, type RevealDeps } from "#server/auth/reveal-limit.ts";
import { requireStepUp } from "#server/auth/step-up.ts";
import type { Caller } from "#server/platform/database/as-user.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { CallerContext } from "#server/platform/functions/as-caller.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import { currentCodesAt, doorControllerLinks, encryptedCode, type Link } from "./own-weekly-codes.store.ts";

export interface OwnCodesDeps extends Pick<Deps, "pools" | "clock" | "guard" | "keys"> {
  auth: RevealDeps["auth"];
}

type ListDeps = Pick<OwnCodesDeps, "pools" | "clock" | "guard">;

/** Returns this week's code of each own door controller, without its digits. */
export async function listOwnCodes(deps: ListDeps, { asCaller }: CallerContext): Promise<OwnWeeklyCode[]> {
  const links = await asCaller((client, caller) => ownLinks(deps, { client, caller, controllerId: null }));
  return currentCodesAt(deps.pools.engine, links, deps.clock.now());
}

/** Returns a code; audited before it leaves the server. Throws 404, 403 `reauthentication_needed` or 429; a refusal consumes no quota. */
export async function revealOwnCode(
  deps: OwnCodesDeps,
  { claims, asCaller }: CallerContext,
  controllerId: string,
): Promise<string> {
  const code = await asCaller(async (client, caller): Promise<OwnWeeklyCode> => {
    await requireStepUp(deps, claims);
    const links = await ownLinks(deps, { client, caller, controllerId });
    const [found] = await currentCodesAt(deps.pools.engine, links, deps.clock.now());
    if (found === undefined) throw new PortalError(weeklyCodeErrors.no_weekly_code_now());
    if (!found.is_own) throw new PortalError(weeklyCodeErrors.weekly_code_of_others_too());
    await consumeReveal(deps, claims.sub);
    await writeAudit(client, { action: "weekly_code_revealed", objectType: "controllers", objectId: controllerId });
    return found;
  });
  const text = await encryptedCode(deps.pools.engine, code.id);
  if (text === null) throw new PortalError(weeklyCodeErrors.no_weekly_code_now());
  return deps.keys.openPin(text, encryptionAad("weekly_codes.code", code.id));
}

interface Asked {
  client: PoolClient;
  caller: Caller;
  controllerId: string | null;
}

async function ownLinks({ guard }: ListDeps, { client, caller, controllerId }: Asked): Promise<Link[]> {
  const links = await doorControllerLinks(client, controllerId);
  return links.filter(({ organizationId }) => guard.admits(caller, organizationId));
}
