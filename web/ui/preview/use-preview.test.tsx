// Tests the question before a save; tests/e2e/people/groups.test.ts changes a group in a browser.
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import type { AccessPreview, PreviewCall } from "#contract/functions/access-preview.ts";
import { expectAccessible } from "#tests/components/accessible.ts";
import { type Answer, answerWith, askedOf, json } from "#tests/components/network.ts";
import { show } from "#tests/components/show.tsx";
import { errorSentence } from "#web/lib/calls/errors.ts";
import { previewTexts as t } from "#web/texts/preview.sv.ts";
import { SEVERAL, usePreview } from "./use-preview.tsx";

const ID = "00000000-0000-4000-8000-0000000000a1";
const CALL: PreviewCall = { call: "access-groups", body: { action: "REMOVE", id: ID } };
const always = { door: null, rights: [{ schedule: null, from: null, until: null }] };
const cleaning = { door: null, rights: [{ schedule: "Städ", from: null, until: null }] };
const NAMES = Array.from({ length: 12 }, (_, n) => `Person ${n + 1}`);
type Change = AccessPreview["places"][number]["changes"][number];
const place = (name: string, changes: Change[], controller = "Port A") => ({
  controller_id: ID,
  controller,
  access_point_id: ID,
  name,
  changes,
});
const gain: Change = { kind: "gain", people: 14, names: NAMES, had: null, has: cleaning };
const lose: Change = { kind: "lose", people: 1, names: ["Bo Ek"], had: always, has: null };
const hours: Change = { kind: "hours", people: 2, names: ["Cia", "Di"], had: always, has: cleaning };
const nobody = { gain: 0, lose: 0, hours: 0, dates: 0, total: 0 };
const preview = (more: Partial<AccessPreview> = {}) => ({
  success: true,
  people: nobody,
  waiting: 0,
  places: [],
  places_total: 0,
  ...more,
});

function Form({
  save,
  least,
  calls = CALL,
}: {
  save: () => void;
  least: number | undefined;
  calls?: PreviewCall | PreviewCall[];
}) {
  const { confirmed, panel } = usePreview();
  const [said, setSaid] = useState("");
  const press = async () => {
    try {
      if (await confirmed(calls, least)) save();
      else setSaid("tillbaka");
    } catch (error) {
      setSaid(errorSentence(error));
    }
  };
  return (
    <>
      <input aria-label="Namn" />
      <button type="button" onClick={() => void press()}>
        Spara formuläret
      </button>
      <p>{said}</p>
      {panel}
    </>
  );
}

async function press(answer: Answer | (() => Promise<Answer>), least?: number, calls?: PreviewCall[]) {
  answerWith({ "POST /functions/v1/access-preview": answer });
  const save = vi.fn();
  const user = await show(<Form save={save} least={least} {...(calls && { calls })} />);
  await user.type(screen.getByRole("textbox"), "Städ");
  await user.click(screen.getByRole("button", { name: "Spara formuläret" }));
  return { user, save };
}
const panel = async () => within(await screen.findByRole("dialog", { name: t.title }));

test("a save that changes nobody's access is done at once", async () => {
  const { save } = await press(preview());
  await waitFor(() => expect(save).toHaveBeenCalledTimes(1));
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(askedOf(/access-preview/).map(({ body }) => body)).toEqual([CALL]);
});

test("the first press shows each place with its people, places that change alike together, and the second saves", async () => {
  const places = [
    place("Entré", [gain, hours]),
    place("Källare", [gain, hours]),
    place("Soprum", [lose, { ...lose, names: ["Alva Ek"], had: cleaning }], "Port B"),
  ];
  const people = { gain: 14, lose: 1, hours: 2, dates: 0, total: 17 };
  const { user, save } = await press(preview({ people, places, places_total: 5 }));
  const shown = await panel();
  expect(save).not.toHaveBeenCalled();
  expect(shown.getByRole("listitem", { name: "Entré och Källare Port A" }).textContent).toMatch(
    /14 får tillgång, StädPerson 1, .*Person 10 och 4 till.*2 får andra tider: alltid → StädCia, Di/,
  );
  expect(shown.getByRole("listitem", { name: "Soprum Port B" }).textContent).toMatch(
    /2 förlorar tillgångenBo Ek, Alva Ek$/,
  );
  expect(shown.getByText(t.morePlaces("2", false))).toBeTruthy();
  await expectAccessible();
  await user.click(shown.getByRole("button", { name: t.showNames }));
  expect(shown.getByText(/Person 12 och 2 till$/)).toBeTruthy();
  await user.click(shown.getByRole("button", { name: "Spara" }));
  expect(save).toHaveBeenCalledTimes(1);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("Escape goes back to the form with what was typed, and the next press asks again", async () => {
  const answer = preview({
    people: { ...nobody, hours: 1, total: 1 },
    places: [place("Entré", [{ ...hours, people: 1 }])],
  });
  const { user, save } = await press(answer, SEVERAL);
  await panel();
  await user.keyboard("{Escape}");
  expect(await screen.findByText("tillbaka")).toBeTruthy();
  expect(save).not.toHaveBeenCalled();
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(screen.getByRole("textbox")).toHaveProperty("value", "Städ");
  await user.click(screen.getByRole("button", { name: "Spara formuläret" }));
  await user.click((await panel()).getByRole("button", { name: "Spara" }));
  await waitFor(() => expect(save).toHaveBeenCalledTimes(1));
});

test.each([
  ["one person", 1, false],
  ["two people", 2, true],
])("a form about one person asks when %s gain something: %s", async (_what, total, asks) => {
  const people = { ...nobody, gain: total, total };
  const { save } = await press(preview({ people, places: [place("Entré", [{ ...gain, people: total }])] }), SEVERAL);
  if (asks) await panel();
  else await waitFor(() => expect(save).toHaveBeenCalledTimes(1));
  expect(save).toHaveBeenCalledTimes(asks ? 0 : 1);
});

test("a save in two calls asks once, with both calls' people at each place together", async () => {
  const one = preview({
    people: { ...nobody, gain: 1, total: 1 },
    places: [place("Entré", [{ ...gain, people: 1, names: ["Alva"] }])],
    places_total: 2,
  });
  const { save } = await press(one, SEVERAL, [CALL, CALL]);
  const shown = await panel();
  expect(shown.getByRole("listitem", { name: "Entré Port A" }).textContent).toMatch(/2 får tillgång, StädAlva, Alva$/);
  expect(shown.getByText(t.morePlaces("1", true))).toBeTruthy();
  expect(askedOf(/access-preview/)).toHaveLength(2);
  expect(save).not.toHaveBeenCalled();
});

test("a preview that never answers offers to save anyway after ten seconds", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ["setTimeout", "clearTimeout"] });
  try {
    const { save } = await press(() => new Promise<never>(() => undefined));
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(screen.getByRole("textbox")).toHaveProperty("disabled", false);
    await vi.advanceTimersByTimeAsync(10_000);
    const shown = await panel();
    expect(shown.getByText(t.failed)).toBeTruthy();
    expect(save).not.toHaveBeenCalled();
    fireEvent.click(shown.getByRole("button", { name: t.saveAnyway }));
    await waitFor(() => expect(save).toHaveBeenCalledTimes(1));
  } finally {
    vi.useRealTimers();
  }
});

test("a refusal of the save is said as the save says it, without a question", async () => {
  const { save } = await press(json({ success: false, error: "Upptaget.", code: "conflict", request_id: "r" }, 409));
  expect(await screen.findByText("Upptaget.")).toBeTruthy();
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(save).not.toHaveBeenCalled();
});

test.each([
  ["fails", json({ success: false, error: "Fel.", code: "internal", request_id: "r" }, 500)],
  ["finds the rows busy", json({ success: false, error: "Upptaget.", code: "rate_limited", request_id: "r" }, 429)],
])("a preview that %s offers to save anyway", async (_what, answer) => {
  const { user, save } = await press(answer);
  const shown = await panel();
  expect(shown.getByText(t.failed)).toBeTruthy();
  expect(save).not.toHaveBeenCalled();
  await user.click(shown.getByRole("button", { name: t.saveAnyway }));
  expect(save).toHaveBeenCalledTimes(1);
});
