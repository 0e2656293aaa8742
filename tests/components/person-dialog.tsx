// The dialog of a person whose organisation has a door controller with two doors and a gate.
import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { expect, vi } from "vitest";
import type { Role } from "#contract/roles.ts";
import { gate, portA } from "#tests/components/fixtures/people/sample-access.ts";
import { PersonDialog } from "#web/features/people/components/person-dialog.tsx";
import type { Person } from "#web/features/people/person.ts";
import { answerWith, askedOf } from "./network.ts";
import { signedInAs } from "./open-page.tsx";
import { show } from "./show.tsx";

/** Opens the dialog; null is a new person. Set the answers before, or with `answerWith` afterwards. */
export async function openPerson(person: Person | null = null, role: Role = "org_admin") {
  signedInAs(role);
  answerWith({
    "GET /rest/v1/controllers\\?": [portA, gate],
    "POST /rest/v1/rpc/controller_states": [],
    "GET /rest/v1/(merged_log|sync_receipts)\\?": [],
    ...(person && { "GET /rest/v1/end_users\\?": person }),
  });
  const handlers = { onClose: vi.fn(), onSaved: vi.fn() };
  const user = await show(<PersonDialog person={person} {...handlers} />);
  return { user, ...handlers };
}

export const personDialog = () => within(screen.getByRole("dialog"));
export const personField = (name: string | RegExp) => personDialog().getByRole("textbox", { name });

/** Writes a field at once, like a paste. */
export async function writeField(user: UserEvent, name: string | RegExp, text: string): Promise<void> {
  await user.clear(personField(name));
  await user.click(personField(name));
  await user.paste(text);
}

export const saveButton = () => personDialog().getByRole("button", { name: "Spara" });

/** Saves once the form has read what a new person gets from the start. */
export async function savePerson(user: UserEvent): Promise<void> {
  await waitFor(() => expect(saveButton().hasAttribute("disabled")).toBe(false));
  await user.click(saveButton());
}

/** Returns the bodies of this action's calls, in order. */
export const askedManager = (action: string) =>
  askedOf(/end-user-manager/).flatMap(({ body }) => (Object(body).action === action ? [Object(body)] : []));
