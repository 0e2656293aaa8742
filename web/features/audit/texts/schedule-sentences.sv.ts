// Sentences about groups, schedules and calendars, for audit-sentences.sv.ts.

import { texts } from "#web/texts/language.ts";
import type { AuditFacts } from "./audit-facts.ts";

const schedule = ({ name }: AuditFacts) => (name === null ? "ett schema" : `schemat ${name}`);
const group = ({ name }: AuditFacts) => (name === null ? "en grupp" : `gruppen ${name}`);
const common = ({ name }: AuditFacts) => (name === null ? "grupp" : `grupp ${name}`);
const calendar = ({ name }: AuditFacts) => (name === null ? "en kalender" : `kalendern ${name}`);

export const scheduleSentences = texts("scheduleSentences", {
  "access_groups.insert": (facts: AuditFacts) => `lade till ${group(facts)}`,
  "access_groups.update": (facts: AuditFacts) => `ändrade ${group(facts)}`,
  "access_groups.delete": (facts: AuditFacts) => `tog bort ${group(facts)}`,
  "installation_groups.insert": (facts: AuditFacts) => `lade till anläggningens ${common(facts)}`,
  "installation_groups.update": (facts: AuditFacts) => `ändrade anläggningens ${common(facts)}`,
  "installation_groups.delete": (facts: AuditFacts) => `tog bort anläggningens ${common(facts)}`,
  "schedules.insert": (facts: AuditFacts) => `lade till ${schedule(facts)}`,
  "schedules.update": (facts: AuditFacts) => `ändrade ${schedule(facts)}`,
  "schedules.delete": (facts: AuditFacts) => `tog bort ${schedule(facts)}`,
  "calendars.insert": (facts: AuditFacts) => `lade till ${calendar(facts)}`,
  "calendars.update": (facts: AuditFacts) => `ändrade ${calendar(facts)}`,
  "calendars.delete": (facts: AuditFacts) => `tog bort ${calendar(facts)}`,
});
