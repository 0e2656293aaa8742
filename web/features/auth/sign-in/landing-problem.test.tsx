import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { expectAccessible } from "#tests/components/accessible.ts";
import { show } from "#tests/components/show.tsx";
import { LandingProblem } from "./landing-problem.tsx";

async function arriveWith(code: string) {
  const onLeave = vi.fn();
  const onRequestLink = vi.fn();
  const user = await show(<LandingProblem code={code} onLeave={onLeave} onRequestLink={onRequestLink} />);
  const pressEach = async () => {
    for (const button of screen.getAllByRole("button")) await user.click(button);
    return [onRequestLink, onLeave].map(({ mock }) => mock.calls.length);
  };
  return { pressEach, alert: screen.getByRole("alert").textContent };
}

// Covers: auth.16
test.each([
  [
    "provider_email_needs_verification",
    "Inloggningen är inte kopplad till något konto. Logga in med lösenord och koppla den under Mitt konto.",
  ],
  ["signup_disabled", "Inloggningen är inte kopplad till något konto i portalen. Kontakta en administratör."],
  ["identity_already_exists", "Inloggningen är redan kopplad till ett konto."],
  ["Ring 0900-123", "Försök igen, eller logga in med lösenord."], // An address may contain any text.
])(
  "a provider's sign-in that came back with '%s' did not get through, and the page says why in its own words",
  async (code, said) => {
    const { alert, pressEach } = await arriveWith(code);
    expect(screen.getByRole("heading", { name: "Inloggningen gick inte igenom" })).toBeTruthy();
    expect(alert).toBe(said);
    await expectAccessible();
    expect(await pressEach()).toEqual([0, 1]);
  },
);

// Covers: auth.5
test.each([
  ["otp_expired", "Länken fungerar inte längre"],
  ["opened_elsewhere", "Öppna länken i rätt webbläsare"],
])("a mailed link that came back with '%s' says '%s', and another is a press away", async (code, title) => {
  const { pressEach } = await arriveWith(code);
  expect(screen.getByRole("heading", { name: title })).toBeTruthy();
  expect(document.title).toBe(`${title} – Webbportal`);
  await expectAccessible();
  expect(await pressEach()).toEqual([1, 1]);
});
