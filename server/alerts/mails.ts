// The alert email. Batches several alerts, so that a night of trouble is a few emails, not hundreds.
import { z } from "zod";
import { type AlertFacts, alertSentences } from "#contract/alert-sentences.ts";
import { alertDetailSchema, alertEventSchema, alertKindSchema } from "#contract/alerts.ts";
import { formatNumberIn } from "#contract/format-number.ts";
import { clockTime } from "#server/platform/mail/clock-time.ts";
import type { Block, Email } from "#server/platform/mail/layout.ts";
import { DAY_SECONDS, link, mailTemplate, note, text } from "#server/platform/mail/mail-template.ts";

export const ALERTS_IN_AN_EMAIL = 20;

const item = z.object({
  event: alertEventSchema,
  /** Null in a test notification. */
  alert: z
    .object({
      kind: alertKindSchema,
      name: z.string().max(300).nullable(),
      since: z.iso.datetime(),
      detail: alertDetailSchema,
    })
    .nullable(),
});
type Item = z.output<typeof item>;

const alertData = z.object({
  items: z.array(item).min(1).max(ALERTS_IN_AN_EMAIL),
  more: z.number().int().min(0),
});

/** Problems of the installation; no person and no plate. */
export const alertMail = mailTemplate({
  name: "alert",
  data: alertData,
  lifeSeconds: DAY_SECONDS,
  compose: (data, { publicUrl }) => composeAlert(data, publicUrl),
});

function composeAlert({ items, more }: z.output<typeof alertData>, publicUrl: string): Omit<Email, "origin"> {
  const [first] = items;
  const count = items.length + more;
  const subject =
    count === 1 && first
      ? `${first.event === "cleared" ? "Larm över" : "Larm"}: ${titleOf(first)}`
      : `${formatNumberIn("sv", count)} larm från Webbportal`;
  return {
    subject,
    preview: first ? titleOf(first) : subject,
    heading: count === 1 && first ? titleOf(first) : `${formatNumberIn("sv", count)} larm`,
    blocks: [
      ...items.flatMap((one) => blocksOf(one, count > 1)),
      ...(more > 0 ? [text(`Och ${formatNumberIn("sv", more)} till, som står under Drift.`)] : []),
      link("Öppna Drift", `${publicUrl}/system-admin/operations`, publicUrl),
      note("Vilka larm som skickas, och till vem, väljs under Larminställningar på sidan Drift."),
    ],
  };
}

function titleOf({ event, alert }: Item): string {
  if (alert === null) return "Provlarm";
  if (event === "cleared") return alertSentences.clearedTitle(alert);
  return event === "reminder" ? `Fortfarande: ${alertSentences.title(alert)}` : alertSentences.title(alert);
}

function blocksOf(one: Item, several: boolean): Block[] {
  const { event, alert } = one;
  const head = several ? [text(titleOf(one))] : [];
  if (alert === null)
    return [...head, text("Så här ser ett larm ut. Ingenting är fel, och du behöver inte göra något.")];
  if (event === "cleared") return [...head, text(`Larmet är över. Det gällde sedan ${clockTime(alert.since)}.`)];
  const facts: AlertFacts = alert;
  return [...head, text(alertSentences.what(facts, clockTime(alert.since))), note(alertSentences.todo[alert.kind])];
}
