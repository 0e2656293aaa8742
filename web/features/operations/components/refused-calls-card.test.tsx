// tests/integration/gates/refused-calls.test.ts tests what is counted.
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { OperationsStatus } from "#contract/functions/operations-status.ts";
import { expectAccessible } from "#tests/components/accessible.ts";
import { wellStatus } from "#tests/components/fixtures/operations/sample-status.ts";
import { answerWith } from "#tests/components/network.ts";
import { show } from "#tests/components/show.tsx";
import { RefusedCallsCard } from "./refused-calls-card.tsx";

const answered = (refused_calls: OperationsStatus["refused_calls"]) =>
  answerWith({ "GET /functions/v1/operations-status": () => ({ ...wellStatus(Date.now()), refused_calls }) });

test("calls without a gate's sign-in are shown by cause, with count, origin and gate", async () => {
  const last_at = new Date().toISOString();
  answered([
    { cause: "webhook_unauthorized", calls: 1_204, last_at, address: "192.0.2.7", gate: "Infart Norr" },
    { cause: "bad_http", calls: 1, last_at, address: null, gate: null },
  ]);
  await show(<RefusedCallsCard />);
  expect(await screen.findByRole("heading", { name: "Avvisade anrop till grindar" })).toBeTruthy();
  const [first, second] = screen.getAllByRole("listitem").map(({ textContent }) => textContent.trim());
  expect(first).toContain("Användarnamnet eller lösenordet var fel");
  expect(first).toMatch(/1\s204 anrop, senast nyss från 192\.0\.2\.7 till Infart Norr$/);
  expect(second).toMatch(/1 anrop, senast nyss$/);
  await expectAccessible();
});

test("without refused calls there is no card", async () => {
  answered([]);
  await show(
    <>
      <RefusedCallsCard />
      <p>Sidan</p>
    </>,
  );
  await screen.findByText("Sidan");
  expect(screen.queryByText("Avvisade anrop till grindar")).toBeNull();
});
