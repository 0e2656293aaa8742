// Tests the note. tests/integration/gates/refused-calls.test.ts tests which calls are recorded, and when.
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { expectAccessible } from "#tests/components/accessible.ts";
import { deviceFacts } from "#tests/components/fixtures/controllers/sample-controller.ts";
import { show } from "#tests/components/show.tsx";
import { RefusedCallNote } from "./refused-call-note.tsx";

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
const refused = (hours: number, cause: string) => ({
  ...deviceFacts,
  refused_at: hoursAgo(hours),
  refused_cause: cause,
});

test("a gate says when a call was refused last, why, and what to do", async () => {
  await show(<RefusedCallNote facts={refused(3, "push_unreadable")} />);
  const note = (await screen.findByText(/Senaste anrop som avvisades/)).parentElement;
  expect(note?.textContent).toContain("Kontrollera i kameran att protokollet är HTTP POST med JSON");
  expect(note?.textContent).toContain("Passagen står inte i åtkomstloggen");
  await expectAccessible();
});

test("a cause that the page does not know is no blank", async () => {
  await show(<RefusedCallNote facts={refused(3, "of_tomorrow")} />);
  const note = (await screen.findByText(/Senaste anrop som avvisades/)).parentElement;
  expect(note?.textContent).toContain("Ett fel i portalen");
});

test("one of last week, or none, is no news", async () => {
  await show(
    <>
      <RefusedCallNote facts={refused(24 * 8, "push_unreadable")} />
      <RefusedCallNote facts={deviceFacts} />
    </>,
  );
  expect(screen.queryByText(/Senaste anrop/)).toBeNull();
});
