// Mails a test to the caller's own address, and waits for the mail server's answer.
import { noticeErrors } from "#contract/errors/notices.ts";
import type { TestMail } from "#contract/functions/test-mail.ts";
import { TEST_MAILS_PER_HOUR } from "#contract/limits.ts";
import { writeAudit } from "#server/audit/record-operation.ts";
import type { AuthService } from "#server/auth/auth-service.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { ActionCall } from "#server/platform/functions/action.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import { settledMail } from "#server/platform/mail/mail-outcome.ts";
import { testMailTemplate } from "./mails.ts";
import { readOwnAddress } from "./notices.store.ts";

const HOUR_SECONDS = 3600;

export interface TestMailDeps extends Deps {
  auth: Pick<AuthService, "limiter">;
}

/** Throws PortalError 429 past the account's limit. */
export async function sendTestMail(deps: TestMailDeps, { claims, asCaller, language }: ActionCall): Promise<TestMail> {
  const { mail, pools } = deps;
  const { to, role } = await asCaller(async (client, caller) => {
    const address = await readOwnAddress(client, claims.sub);
    if (mail.configured) {
      await consumeTestMail(deps, claims.sub);
      await writeAudit(client, { action: "mail_tested", objectType: null, objectId: null });
    }
    return { to: address, role: caller.role };
  });
  if (!mail.configured) return { mail: "mail_not_configured", to, reason: null };
  const id = await mail.queueMail(pools.engine, { template: testMailTemplate, to, data: { language } });
  const { state, last_error } = await settledMail(deps, id);
  // Errors of the connection name the mail server, which is for system admins to set up.
  return { mail: state, to, reason: state === "failed" || role === "system_admin" ? last_error : null };
}

async function consumeTestMail({ auth }: TestMailDeps, account: string): Promise<void> {
  const quota = { key: `test-mail:${account}`, allowed: TEST_MAILS_PER_HOUR, windowSeconds: HOUR_SECONDS };
  if (!(await auth.limiter.consume(quota)))
    throw new PortalError(noticeErrors.test_mails_used_up({ limit: TEST_MAILS_PER_HOUR }));
}
