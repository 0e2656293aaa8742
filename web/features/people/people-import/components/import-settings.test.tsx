import { screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import { doorOf, portA } from "#tests/components/fixtures/people/sample-access.ts";
import { DOOR_ID, OTHER_DOOR_ID } from "#tests/components/fixtures/people/sample-person.ts";
import { answerWith } from "#tests/components/network.ts";
import { show } from "#tests/components/show.tsx";
import { usePeopleImport } from "../use-people-import.ts";
import { AccessCard } from "./import-settings.tsx";

const NORTH = "00000000-0000-4000-8000-0000000000b1";
const SOUTH = "00000000-0000-4000-8000-0000000000b2";
const SOUTH_DOOR = "00000000-0000-4000-8000-0000000000e2";

function Choices() {
  const [organizationId, setOrganizationId] = useState(NORTH);
  const importing = usePeopleImport(organizationId);
  return (
    <>
      <button type="button" onClick={() => setOrganizationId(SOUTH)}>
        Brf Sydgården
      </button>
      <AccessCard {...importing} />
      <p>{importing.settings.doorIds.join(" ")}</p>
    </>
  );
}

test("a door that was chosen for one organisation is not chosen for the next", async () => {
  answerWith({
    "GET /rest/v1/controllers\\?": ({ address }) =>
      address.includes(SOUTH)
        ? [{ ...portA, name: "Port B", access_points: [doorOf(SOUTH_DOOR, "Sydport")] }]
        : [portA],
  });
  const user = await show(<Choices />);
  await user.click(await screen.findByRole("checkbox", { name: /Port A/ }));
  expect(screen.getByText(`${DOOR_ID} ${OTHER_DOOR_ID}`)).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Brf Sydgården" }));
  await user.click(await screen.findByRole("checkbox", { name: /Port B/ }));
  expect(screen.getByText(SOUTH_DOOR)).toBeTruthy();
});
