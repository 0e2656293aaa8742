// tests/integration/notices/stop-notices.test.ts tests the server's answers used here.
import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { noticeErrors } from "#contract/errors/notices.ts";
import { expectAccessible } from "#tests/components/accessible.ts";
import { answerWith, askedOf, json } from "#tests/components/network.ts";
import { show } from "#tests/components/show.tsx";
import { StopNotices } from "./stop-notices.tsx";

const STOP = "POST /functions/v1/stop-notices";
const press = (user: Awaited<ReturnType<typeof show>>) => user.click(screen.getByRole("button", { name: "Stäng av" }));

// Covers: alert.9
test("opening the link changes nothing, one press switches the emails off", async () => {
  const onLeave = vi.fn();
  const user = await show(<StopNotices token="p1:t0ken" onLeave={onLeave} />);
  expect(screen.getByRole("heading", { name: "Stäng av mailen" })).toBeTruthy();
  expect(askedOf(/stop-notices/)).toEqual([]);
  await expectAccessible();
  answerWith({ [STOP]: { success: true, kind: "refused" } });
  await press(user);
  const heading = await screen.findByRole("heading", { name: "Mailen är avstängda" });
  expect(document.activeElement).toBe(heading);
  expect(screen.getByText("Du får inga fler mail om nekade försök.")).toBeTruthy();
  expect(askedOf(/stop-notices/).map(({ address }) => address)).toEqual([
    "/functions/v1/stop-notices?token=p1%3At0ken",
  ]);
  await expectAccessible();
  await user.click(screen.getByRole("button", { name: "Fortsätt" }));
  expect(onLeave).toHaveBeenCalledTimes(1);
});

test("a link that no longer works says where to switch off instead", async () => {
  const dead = noticeErrors.notices_link_dead();
  answerWith({ [STOP]: json({ error: dead.sv, code: dead.code }, dead.status) });
  const user = await show(<StopNotices token="x" onLeave={() => undefined} />);
  await press(user);
  expect((await screen.findByRole("alert")).textContent).toContain("stäng av aviseringarna under Mitt konto");
});
