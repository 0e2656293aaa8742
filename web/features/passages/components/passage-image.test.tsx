import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import type { PassageExplanation } from "#contract/functions/explain-passage.ts";
import { expectAccessible } from "#tests/components/accessible.ts";
import { ID, passage } from "#tests/components/fixtures/passages/sample-log.ts";
import { answerWith, askedOf, json } from "#tests/components/network.ts";
import { show } from "#tests/components/show.tsx";
import { PassageImage } from "./passage-image.tsx";

const EXPLAINED: PassageExplanation = {
  reasons: [],
  truths: {
    desired: { allowed: true, because: null },
    held: { state: "unknown", since: null },
    decided: { granted: true, reason: null, device_reason: null },
  },
  end_user_id: ID,
  clock_skew_seconds: null,
  changed_at: null,
  candidates: [],
  more_candidates: 0,
  has_image: true,
  hours: null,
  linked_credential_id: null,
  groups: [],
  fixes: [],
};

const IMAGE = "POST /functions/v1/passage-image";
const explain = (part: Partial<PassageExplanation> = {}) =>
  answerWith({ "POST /functions/v1/explain-passage": { success: true, ...EXPLAINED, ...part } });

test("an image that does not come is said in words, with what to do, and is asked for again", async () => {
  explain();
  // The server's words (contract/errors/gates.ts); passage-image.test.ts of the integration tests shows each.
  const missing = "LPR-servern har ingen bild från den tiden.";
  const unreadable = "LPR-servern svarade med något annat än en bild, eller med en för stor.";
  answerWith({ [IMAGE]: json({ error: missing, code: "not_found" }, 404) });
  const user = await show(<PassageImage row={passage(1)} />);
  await user.click(await screen.findByRole("button", { name: "Visa bild" }));
  await waitFor(() => expect(screen.getByRole("alert").textContent).toContain(`Bilden kunde inte visas. ${missing}`));
  expect(document.activeElement?.contains(screen.getByRole("alert"))).toBe(true);
  await expectAccessible();
  answerWith({ [IMAGE]: json({ error: unreadable, code: "device_nonsense" }, 502) });
  await user.click(screen.getByRole("button", { name: "Försök igen" }));
  await waitFor(() => expect(screen.getByRole("alert").textContent).toContain(unreadable));
  answerWith({ [IMAGE]: new Response("image", { headers: { "content-type": "image/jpeg" } }) });
  await user.click(screen.getByRole("button", { name: "Försök igen" }));
  const image = await screen.findByRole("img", { name: /^Kamerans bild vid Infart Norr .*, läst som MLB 84A$/ });
  expect(screen.queryByRole("alert")).toBeNull();
  await expectAccessible();
  // The reply is no image after all.
  fireEvent.error(image);
  expect(screen.getByRole("alert").textContent).toContain("LPR-serverns bild går inte att läsa.");
  expect(askedOf(/passage-image/).map(({ body }) => body)).toEqual([{ id: "1" }, { id: "1" }, { id: "1" }]);
});

test("no image is offered where they are off, and none is asked for before a press", async () => {
  explain({ has_image: false });
  await show(<PassageImage row={passage(1)} />);
  await waitFor(() => expect(askedOf(/explain-passage/)).toHaveLength(1));
  expect(screen.queryByRole("button")).toBeNull();
  expect(askedOf(/passage-image/)).toEqual([]);
});
