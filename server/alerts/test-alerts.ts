import { writeAudit } from "#server/audit/record-operation.ts";
import type { AuthService } from "#server/auth/auth-service.ts";
import { transaction } from "#server/platform/database/transaction.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { CallerContext } from "#server/platform/functions/as-caller.ts";
import { notifyAlerts } from "./notify-alerts.ts";

export interface TestDeps extends Deps {
  auth: Pick<AuthService, "settings">;
}

/**
 * Queues test notifications. The audit row is written first, as the caller; portal_engine then queues, since only jobs may write emails and
 * posts.
 */
export async function testAlerts(deps: TestDeps, { asCaller }: CallerContext) {
  await asCaller((client) => writeAudit(client, { action: "alerts_tested", objectType: null, objectId: null }));
  const { publicUrl } = deps.auth.settings;
  const notified = await transaction(deps.pools.engine, (client) =>
    notifyAlerts({ mail: deps.mail, clock: deps.clock, publicUrl }, client, [
      { event: "test", alert: null, clearedAt: null },
    ]),
  );
  deps.mail.wake();
  return notified;
}
