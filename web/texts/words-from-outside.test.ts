// Tests codes from the wire and from addresses, which anybody can write.
import { expect, test } from "vitest";
import { alertsTexts } from "#web/features/alerts/texts/alerts.sv.ts";
import { landingProblemText } from "#web/features/auth/texts/auth.sv.ts";
import { operationsTexts } from "#web/features/operations/texts/operations.sv.ts";
import { controllerHelp, controllerTrouble, replicaTrouble } from "#web/features/reconcile/texts/sync-status.sv.ts";
import { sentenceForCode } from "./errors.sv.ts";

test.each(["constructor", "__proto__", "toString"])(
  "a code that every object knows, %s, is an unknown code",
  (code) => {
    expect(landingProblemText(code)).toBe(landingProblemText("never_heard_of"));
    expect(controllerTrouble(code)).toBe(controllerTrouble("never_heard_of"));
    expect(replicaTrouble(code)).toBe(replicaTrouble("never_heard_of"));
    expect(operationsTexts.trouble(code)).toBe(operationsTexts.trouble("never_heard_of"));
    expect(controllerHelp(code)).toBe("");
    expect(alertsTexts.cause(code)).toBe(code);
    expect(operationsTexts.differs([code])).toBe(code);
    expect(sentenceForCode(code)).toBeUndefined();
  },
);
