// Sentences about exported lists, for audit-sentences.en.ts.

export const exportSentences = {
  access_logs_exported: () => "exported the access log",
  door_log_exported: () => "exported the log of doors",
  merged_log_exported: () => "exported the log of doors and gates",
  people_exported: () => "exported the list of users",
  who_exported: () => "exported the answer to Who gets in?",
  audit_exported: () => "exported the event log",
};
