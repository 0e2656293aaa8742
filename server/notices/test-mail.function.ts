import { testMail as contract } from "#contract/functions/test-mail.ts";
import { action } from "#server/platform/functions/action.ts";
import { defineFunction } from "#server/platform/functions/define-function.ts";
import { sendTestMail } from "./send-test-mail.ts";

export const testMail = defineFunction({ role: "any", call: action(contract, sendTestMail) });
