import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { expectAccessible } from "#tests/components/accessible.ts";
import { ALVA_ID, DOOR_ID, samplePerson, samplePin } from "#tests/components/fixtures/people/sample-person.ts";
import { answerWith } from "#tests/components/network.ts";
import { askedManager, openPerson, personDialog, savePerson } from "#tests/components/person-dialog.tsx";

const PERIOD = /^\d+ \S+ \d{4} – \d+ \S+ \d{4}$/;
const SAVED = {
  "POST /functions/v1/end-user-manager": { success: true, end_user_id: ALVA_ID, state: "synced", pending: [] },
};

test("a period that has ended is given again from today by a press or by choosing it again, and only then", async () => {
  const ended = samplePin({ valid_from: "2024-11-01T10:00:00+00:00", valid_to: "2025-11-01T10:00:00+00:00" });
  const { user, onClose } = await openPerson(samplePerson({ credentials: [ended] }));
  answerWith(SAVED);
  expect(personDialog().getByText("Gick ut 1 nov 2025")).toBeTruthy();
  await user.click(personDialog().getByRole("button", { name: "Förläng från i dag" }));
  expect(personDialog().getByText(PERIOD)).toBeTruthy();
  await user.click(personDialog().getByRole("button", { name: "Behåll datumen" }));
  expect(personDialog().getByText("Gick ut 1 nov 2025")).toBeTruthy();
  await expectAccessible();
  await user.click(personDialog().getByRole("button", { name: /Giltighet/ }));
  await user.click(await screen.findByRole("option", { name: "12 månader" }));
  expect(personDialog().getByText(PERIOD)).toBeTruthy();
  await savePerson(user);
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  expect(askedManager("UPDATE").map(({ payload }) => payload.pin)).toEqual([
    { validity_period: "12_months", access_point_ids: [DOOR_ID], renew: true },
  ]);
});
