import type { gateWebhookTexts } from "./gate-webhook.sv.ts";

export const gateWebhook: typeof gateWebhookTexts = {
  rotate: "Change password",
  rotating: "Changing...",
  rotated: "The password is changed",
  rotateHelp:
    "The portal creates a new password. The user name stays the same. Then type the new password into the LPR system while the old one still works.",
  overlapLabel: "The old password works",
  overlapDay: "For another 24 hours",
  overlapFirstUse: "Until the new one is used, 24 hours at most",
  overlapWeek: "For another 7 days",
  overlapNone: "No longer",
  overlapNoneHint: "The gate opens for nobody until the LPR system has the new password.",
  oldUntil: (when) => `The old password works until ${when}.`,
  oldUntilUse: (when) => `The old password works until the new one is used, until ${when} at the latest.`,
  newNotUsed: "The LPR system has not used the new one yet.",
  newUsed: (when) => `The LPR system last used the new one ${when}.`,
  oldUsed: (when) => `The old one was last used ${when}.`,
  endNow: "End the old one now",
  endTitle: "End the old password",
  endConsequence: "The gate opens for nobody until the LPR system has the new password.",
  endConfirm: "End",
  ended: "The old password has ended",
};
