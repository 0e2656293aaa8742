// Sentences about groups, schedules and calendars, for audit-sentences.en.ts.
import type { AuditFacts } from "./audit-facts.ts";

const schedule = ({ name }: AuditFacts) => (name === null ? "a schedule" : `the schedule ${name}`);
const group = ({ name }: AuditFacts) => (name === null ? "a group" : `the group ${name}`);
const common = ({ name }: AuditFacts) => (name === null ? "group" : `group ${name}`);
const calendar = ({ name }: AuditFacts) => (name === null ? "a calendar" : `the calendar ${name}`);

export const scheduleSentences = {
  "access_groups.insert": (facts: AuditFacts) => `added ${group(facts)}`,
  "access_groups.update": (facts: AuditFacts) => `changed ${group(facts)}`,
  "access_groups.delete": (facts: AuditFacts) => `removed ${group(facts)}`,
  "installation_groups.insert": (facts: AuditFacts) => `added the installation's ${common(facts)}`,
  "installation_groups.update": (facts: AuditFacts) => `changed the installation's ${common(facts)}`,
  "installation_groups.delete": (facts: AuditFacts) => `removed the installation's ${common(facts)}`,
  "schedules.insert": (facts: AuditFacts) => `added ${schedule(facts)}`,
  "schedules.update": (facts: AuditFacts) => `changed ${schedule(facts)}`,
  "schedules.delete": (facts: AuditFacts) => `removed ${schedule(facts)}`,
  "calendars.insert": (facts: AuditFacts) => `added ${calendar(facts)}`,
  "calendars.update": (facts: AuditFacts) => `changed ${calendar(facts)}`,
  "calendars.delete": (facts: AuditFacts) => `removed ${calendar(facts)}`,
};
