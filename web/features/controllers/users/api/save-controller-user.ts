// Calls for people of one controller (docs/requirements.md, section 7).
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ControllerUserForm } from "#contract/forms/controller-user.ts";
import { type AxisUser, axisProxy } from "#contract/functions/axis-proxy.ts";
import type { PendingDevice } from "#contract/functions/end-user-manager.ts";
import { callAction } from "#web/lib/calls/functions.ts";
import { changedWindow, createWindow } from "../controller-user-form-values.ts";
import { controllerUsersKey } from "./get-controller-users.ts";

/** `pending`: saved, written once the device answers. */
type Carried = "synced" | "pending";

function useChange<Input, Outcome>(controllerId: string, change: (input: Input) => Promise<Outcome>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: controllerUsersKey(controllerId) }),
        client.invalidateQueries({ queryKey: ["controllers", "sync"] }),
        client.invalidateQueries({ queryKey: ["sync"] }),
      ]),
  });
}

/** Creates the person, then the PIN with the group Webbportal; a refused PIN removes the person again. */
export function useCreateControllerUser(controllerId: string) {
  return useChange(controllerId, async (form: ControllerUserForm): Promise<Carried> => {
    const { firstName, lastName, pin } = form;
    const at = { controller_id: controllerId };
    const { userToken } = await callAction(axisProxy.CREATE_USER, { ...at, firstName, lastName });
    try {
      const { state } = await callAction(axisProxy.SET_CREDENTIAL, {
        ...at,
        userToken,
        pin,
        ...createWindow(form, new Date()),
      });
      return state;
    } catch (error) {
      // Undoes the first half. If this fails too, the person is listed without a PIN and can be removed there.
      await callAction(axisProxy.DELETE_USER, { ...at, userToken }).catch(() => undefined);
      throw error;
    }
  });
}

/** Changes a person and writes only what changed: the device keeps its exact times, its doors and, with a blank PIN, its PIN. */
export function useChangeControllerUser(controllerId: string, person: AxisUser) {
  const { userToken, credentialToken } = person;
  const adopt = !person.owned;
  return useChange(controllerId, async (form: ControllerUserForm): Promise<Carried> => {
    const at = { controller_id: controllerId };
    if (credentialToken === null) {
      if (userToken === null) throw new Error("a person with neither a user nor a credential");
      const window = createWindow(form, new Date());
      const body = { ...at, userToken, pin: form.pin, ...window, adopt };
      return (await callAction(axisProxy.SET_CREDENTIAL, body)).state;
    }
    const { state } = await callAction(axisProxy.UPDATE_CREDENTIAL, {
      ...at,
      credentialToken,
      userToken,
      pin: form.pin === "" ? null : form.pin,
      ...changedWindow(form, person),
      adopt,
    });
    return state;
  });
}

/** Deletes a person; resolves with the devices that have not yet confirmed the removal. */
export function useDeleteControllerUser(controllerId: string) {
  return useChange(controllerId, async ({ userToken, credentialToken, owned }: AxisUser): Promise<PendingDevice[]> => {
    const { pending } = await callAction(axisProxy.DELETE_USER, {
      controller_id: controllerId,
      userToken,
      credentialToken,
      adopt: !owned,
    });
    return pending;
  });
}
