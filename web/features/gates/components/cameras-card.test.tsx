import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { stockholmDay } from "#contract/stockholm.ts";
import { expectAccessible } from "#tests/components/accessible.ts";
import { idOf } from "#tests/components/fixtures/gates/sample-reading.ts";
import { answerWith, json, page } from "#tests/components/network.ts";
import { show } from "#tests/components/show.tsx";
import { CamerasCard } from "./cameras-card.tsx";

const CAMERAS = "GET /rest/v1/camera_days\\?";
const DAY_MS = 86_400_000;
const agoDays = (days: number) => new Date(Date.now() - days * DAY_MS);

/** Makes a camera with `unread` of a hundred readings a day, the latest `before` days ago. */
const camera = (gate: number, name: string | null, unread: readonly number[], { before = 0, reads = 100 } = {}) =>
  unread.map((count, at) => {
    const read = agoDays(before + unread.length - 1 - at);
    return {
      controller_id: idOf(gate),
      day: stockholmDay(read),
      reads,
      unread: count,
      unclear: 1,
      last_read_at: read.toISOString(),
      controllers: name === null ? null : { name },
    };
  });

const cameras = async () => {
  const list = within(await screen.findByRole("list", { name: "Kamerorna" }));
  return list.getAllByRole("listitem").map(({ textContent }) => textContent);
};

test("a camera that reads worse says how much and since when, and what nobody knows is not said to be well", async () => {
  answerWith({
    [CAMERAS]: page([
      ...camera(1, "Utfart Syd", [2, 1, 3, 2, 4, 6, 14]),
      ...camera(2, "Infart Norr", [0], { reads: 3 }),
      ...camera(3, "Utfart Norr", [2, 1, 3, 2, 4], { before: 2 }),
      ...camera(4, "Garaget", [2, 1, 2, 1, 2, 1, 2]),
      ...camera(5, null, [2]), // A gate that somebody else uses too.
    ]),
  });
  await show(<CamerasCard />);
  expect(await cameras()).toEqual([
    expect.stringMatching(
      /^Utfart SydFörsämrad14\s% olästa · 1\s% oklaraSämre sedan \d+ \S+\. Rengör eller rikta om kameran\.$/,
    ),
    "Infart NorrOkändFör få läsningar på två veckor för att säga något",
    expect.stringMatching(/^Utfart NorrOkändInga läsningar sedan /),
    expect.stringMatching(/^GaragetBra2\s% olästa · 1\s% oklara$/),
  ]);
  await expectAccessible();
});

test("the first of many cameras are shown, and all when asked for", async () => {
  answerWith({ [CAMERAS]: page(Array.from({ length: 9 }, (_, at) => camera(at + 1, `Grind ${at}`, [1])).flat()) });
  const user = await show(<CamerasCard />);
  expect(await cameras()).toHaveLength(8);
  await user.click(screen.getByRole("button", { name: "Visa alla 9 kameror" }));
  expect(await cameras()).toHaveLength(9);
});

test("cameras that cannot be fetched are said so, and nothing stands where none has read anything", async () => {
  answerWith({ [CAMERAS]: json({ code: "22023", message: "no", details: null, hint: null }, 400) });
  const user = await show(<CamerasCard />);
  await screen.findByText(/^Kamerorna kunde inte hämtas\./);
  answerWith({ [CAMERAS]: page([]) });
  await user.click(screen.getByRole("button", { name: "Försök igen" }));
  await expect.poll(() => screen.queryByText(/^Kamerorna/)).toBeNull();
});
