import { screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { Alert, AlertDelivery, AlertStatus } from "#contract/functions/alert-control.ts";
import { expectAccessible } from "#tests/components/accessible.ts";
import { noAlerts, RECIPIENT } from "#tests/components/fixtures/alerts/sample-alerts.ts";
import { answerWith } from "#tests/components/network.ts";
import { show } from "#tests/components/show.tsx";
import { AlertsCard } from "./alerts-card.tsx";

const CONTROL = "POST /functions/v1/alert-control";
const AT = "2026-11-27T08:00:00Z";
const NOBODY = /^Ingen får larmen/;
const phone = { id: "1", name: "Jourtelefon", origin: "https://larm.example", enabled: true };

const burst: Alert = {
  id: "1",
  kind: "denial_burst",
  object_id: null,
  object_name: "Infart Norr",
  since: AT,
  raised_at: AT,
  detail: { count: 4, plates: 4, minutes: 10 },
};

const sent: AlertDelivery = {
  id: "1",
  channel: "webhook",
  to: "Jourtelefon",
  event: "test",
  state: "sent",
  attempts: 1,
  last_error: null,
  created_at: AT,
  finished_at: AT,
  next_try_at: AT,
};

const answer = (status: Partial<AlertStatus>) =>
  answerWith({
    [CONTROL]: ({ body }) =>
      Object(body).action === "TEST" ? { success: true, letters: 0, posts: 1 } : { ...noAlerts, ...status },
  });

// Covers: alert.7
test("an alert comes by itself with what it is about and what to do, and is gone when it is over", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  try {
    answer({});
    await show(<AlertsCard />);
    await screen.findByText("Inga larm. Allt som portalen vakar över är som det ska.");
    answer({ open: [burst] });
    await vi.advanceTimersByTimeAsync(10_000);
    const list = await screen.findByRole("list", { name: "Pågående larm" });
    expect(list.textContent).toContain("Många nekade passager vid Infart Norr");
    expect(list.textContent).toContain(
      "4 passager har nekats vid Infart Norr inom 10 minuter, med 4 olika registreringsnummer",
    );
    expect(list.textContent).toContain("Se i Åtkomstloggar vilka det gäller.");
    await expectAccessible();
    answer({});
    await vi.advanceTimersByTimeAsync(10_000);
    await waitFor(() => expect(screen.queryByRole("list", { name: "Pågående larm" })).toBeNull());
  } finally {
    vi.useRealTimers();
  }
});

test.each([
  [{ recipients: [{ ...RECIPIENT, mail: false }] }, NOBODY],
  [{ recipients: [{ ...RECIPIENT, mail: false }], webhooks: [{ ...phone, enabled: false }] }, NOBODY],
  [{ mail_configured: false }, /^SMTP_URL är inte satt/],
])("that alerts reach nobody is said, and so that mail waits", async (status, said) => {
  answer(status);
  await show(<AlertsCard />);
  expect(await screen.findByText(said)).toBeTruthy();
  await expectAccessible();
});

test("a test alert says how many receivers it has, and every delivery how it went", async () => {
  const recipients = [{ ...RECIPIENT, mail: false }];
  answer({ recipients, webhooks: [phone] });
  const user = await show(<AlertsCard />);
  await screen.findByText(/^Inga larm/);
  expect(screen.queryByText(NOBODY)).toBeNull();
  answer({
    recipients,
    webhooks: [phone],
    deliveries: [
      sent,
      {
        ...sent,
        id: "2",
        event: "raised",
        state: "failed",
        attempts: 3,
        last_error: "http_410",
        finished_at: new Date().toISOString(),
      },
    ],
  });
  await user.click(screen.getByRole("button", { name: "Skicka provlarm" }));
  await screen.findByText("Provlarm på väg: 0 med e-post, 1 till webhookar.");
  await screen.findByText("Ett utskick misslyckades. Orsaken står nedan.");
  await user.click(screen.getByRole("button", { name: "Senaste utskick (2)" }));
  const list = within(screen.getByRole("list", { name: "Senaste utskick (2)" }));
  const rows = list.getAllByRole("listitem").map(({ textContent }) => textContent);
  expect(rows).toEqual([
    expect.stringMatching(/^SkickatJourtelefon \(Webhook, prov\)/),
    expect.stringMatching(/^MisslyckadesJourtelefon \(Webhook, larm\)mottagaren svarade 4103 försök/),
  ]);
  await expectAccessible();
});
