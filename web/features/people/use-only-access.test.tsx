import { screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { flushSync } from "react-dom";
import { expect, test, vi } from "vitest";
import { endUserForm } from "#contract/forms/end-user.ts";
import { NORD_ID } from "#tests/components/fixtures/people/sample-person.ts";
import { show } from "#tests/components/show.tsx";
import { usePortalForm } from "#web/ui/forms/form.tsx";
import { emptyForm } from "./person-form-values.ts";
import { useOnlyAccess } from "./use-only-access.ts";

const FIELDS = endUserForm({ now: new Date(), stored: { pin: undefined, vehicle: undefined } });
const DEFAULTS = { ...emptyForm(NORD_ID), enable_pin: true };
const JOINING = ["00000000-0000-4000-8000-0000000000c1"];

/** Reads the doors at the moment of the press, before the press has validated the form. */
function Pressed({ onRefused }: { onRefused: () => void }) {
  const form = usePortalForm(FIELDS, DEFAULTS);
  const [doors, setDoors] = useState<[]>();
  useOnlyAccess(form, { defaults: DEFAULTS, organizationId: NORD_ID, doors, gates: [], joining: JOINING });
  return (
    <form
      onSubmit={(event) => {
        void form.handleSubmit(() => undefined, onRefused)(event);
        flushSync(() => setDoors([]));
      }}
    >
      <p>{form.watch("group_ids").join()}</p>
      <p>{`${form.formState.submitCount} försök`}</p>
      <p>{Object.keys(form.formState.errors).join()}</p>
      <button type="submit">Spara</button>
    </form>
  );
}

test("a press is heard although the doors come in the same moment, and their default is chosen afterwards", async () => {
  const onRefused = vi.fn();
  const user = await show(<Pressed onRefused={onRefused} />);
  await user.click(screen.getByRole("button", { name: "Spara" }));
  await waitFor(() => expect(onRefused).toHaveBeenCalledTimes(1));
  expect(await screen.findByText(JOINING.join())).toBeTruthy();
  // The summary of errors stands only after a press (web/ui/forms/form.tsx).
  expect(screen.getByText("1 försök")).toBeTruthy();
  // Nothing is asked for any more that has been chosen meanwhile.
  expect(await screen.findByText("first_name,last_name")).toBeTruthy();
});
