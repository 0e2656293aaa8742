import { expect, test } from "vitest";
import type { AlertKind } from "#contract/alerts.ts";
import { renderEmail } from "#server/platform/mail/layout.ts";
import { composeEmail } from "#server/platform/mail/mail-template.ts";
import { alertMail } from "./mails.ts";

const PORTAL = "https://portal.example";
const alert = (kind: AlertKind, name: string | null, detail: object = {}) => ({
  kind,
  name,
  since: "2026-11-22T07:05:00.000Z",
  detail,
});
const message = (items: object[], more = 0) =>
  renderEmail(composeEmail(alertMail, { items, more }, { publicUrl: PORTAL }));

test("an email says what is wrong, since when in local time, what to do, and where", () => {
  const { subject, text, html } = message([
    { event: "raised", alert: alert("revocation_pending", "Garage", { count: 2 }) },
  ]);
  expect(subject).toBe("Larm: Borttagning väntar på Garage");
  expect(text).toContain("2 borttagningar har väntat på Garage sedan 22 november 2026 kl. 08:05.");
  expect(text).toContain("Få styrenheten att svara");
  expect(text).toContain(`${PORTAL}/system-admin/operations`);
  expect(html).toContain("2 borttagningar har väntat på Garage");
});

test("a controller's name is text in it, and never a second header", () => {
  const { subject, html } = message([
    { event: "raised", alert: alert("controller_offline", "<b>G\r\nBcc: x@y.example") },
  ]);
  expect(html).not.toContain("<b>G");
  expect(subject).not.toMatch(/[\r\n]/);
});

test("several alerts are one email, which counts those it has no room for", () => {
  const { subject, text } = message(
    [
      { event: "reminder", alert: alert("backup_old", null, { never: true }) },
      { event: "cleared", alert: alert("controller_offline", "Garage") },
    ],
    481,
  );
  expect(subject).toBe("483 larm från Webbportal");
  expect(text).toContain("Fortfarande: Ingen säkerhetskopia är gjord");
  expect(text).toContain("Garage svarar igen");
  expect(text).toContain("Och 481 till");
});

test("good news is reported as such", () => {
  const { subject } = message([{ event: "cleared", alert: alert("controller_offline", "Garage") }]);
  expect(subject).toBe("Larm över: Garage svarar igen");
});

test("a test says that nothing is wrong", () => {
  expect(message([{ event: "test", alert: null }])).toMatchObject({
    subject: "Larm: Provlarm",
    text: expect.stringContaining("Ingenting är fel"),
  });
});
