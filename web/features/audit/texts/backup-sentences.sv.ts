// Sentences about back-ups and restores, for audit-sentences.sv.ts.
import { type AuditFacts, many } from "./audit-facts.ts";

const which = ({ after }: AuditFacts) => (after["kind"] === "nightly" ? "nattens säkerhetskopia" : "en säkerhetskopia");

export const backupSentences = {
  backup_made: (facts: AuditFacts) => `gjorde ${which(facts)}`,
  backup_failed: (facts: AuditFacts) => `kunde inte göra ${which(facts)}`,
  backup_verified: () => "lät läsa tillbaka en säkerhetskopia",
  backup_downloaded: () => "laddade ner en säkerhetskopia",
  backups_removed: ({ after }: AuditFacts) =>
    `tog bort ${many(Number(after["removed"] ?? 1), "en gammal säkerhetskopia", "gamla säkerhetskopior")}`,
  restore_begun: () => "började återställa en säkerhetskopia",
  restore_failed: () => "kunde inte återställa en säkerhetskopia",
  backup_restored: () => "återställde en säkerhetskopia",
  restore_inspected: ({ name }: AuditFacts) => `läste av ${name ?? "alla styrenheter"} efter återställningen`,
  restore_confirmed: () => "godkände den återställda säkerhetskopian",
};
