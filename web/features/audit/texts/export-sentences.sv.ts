// Sentences about exported lists, for audit-sentences.sv.ts.

import { texts } from "#web/texts/language.ts";

export const exportSentences = texts("exportSentences", {
  access_logs_exported: () => "exporterade åtkomstloggen",
  door_log_exported: () => "exporterade loggen för dörrar",
  merged_log_exported: () => "exporterade loggen för dörrar och grindar",
  people_exported: () => "exporterade listan över användare",
  who_exported: () => "exporterade svaret på Vem kommer in?",
  audit_exported: () => "exporterade händelseloggen",
});
