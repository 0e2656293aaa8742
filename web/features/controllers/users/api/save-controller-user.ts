// The calls of specification section 7 for people of one controller.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import type { ControllerUserForm } from "#contract/forms/controller-user.ts";
import {
  type AxisProxyRequest,
  type AxisUser,
  createUserReply,
  credentialReply,
  updateUserReply,
} from "#contract/functions/axis-proxy.ts";
import type { PendingDevice } from "#contract/functions/end-user-manager.ts";
import { callFunction } from "#web/lib/calls/functions.ts";
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

function proxy<T>(controllerId: string, reply: z.ZodType<T>, action: AxisProxyRequest["action"], body: object) {
  return callFunction("axis-proxy", reply, { action, controller_id: controllerId, ...body });
}

/** Creates the person, then the PIN with the group Webbportal; a refused PIN removes the person again. */
export function useCreateControllerUser(controllerId: string) {
  return useChange(controllerId, async (form: ControllerUserForm): Promise<Carried> => {
    const { firstName, lastName, pin } = form;
    const { userToken } = await proxy(controllerId, createUserReply, "CREATE_USER", { firstName, lastName });
    try {
      const { state } = await proxy(controllerId, credentialReply, "SET_CREDENTIAL", {
        userToken,
        pin,
        ...createWindow(form, new Date()),
      });
      return state;
    } catch (error) {
      // Undoes the first half. If this fails too, the person is listed without a PIN and can be removed there.
      await proxy(controllerId, updateUserReply, "DELETE_USER", { userToken }).catch(() => undefined);
      throw error;
    }
  });
}

/** Changes a person and writes only what changed: the device keeps its exact times, its doors and, with a blank PIN, its PIN. */
export function useChangeControllerUser(controllerId: string, person: AxisUser) {
  const { userToken, credentialToken } = person;
  const adopt = !person.owned;
  return useChange(controllerId, async (form: ControllerUserForm): Promise<Carried> => {
    if (credentialToken === null) {
      const window = createWindow(form, new Date());
      const body = { userToken, pin: form.pin, ...window, adopt };
      return (await proxy(controllerId, credentialReply, "SET_CREDENTIAL", body)).state;
    }
    const { state } = await proxy(controllerId, credentialReply, "UPDATE_CREDENTIAL", {
      credentialToken,
      userToken,
      pin: form.pin === "" ? null : form.pin,
      ...changedWindow(form, person),
      adopt,
    });
    return state;
  });
}

/** Deletes a person; resolves with what the device has not yet confirmed. */
export function useDeleteControllerUser(controllerId: string) {
  return useChange(controllerId, async ({ userToken, credentialToken, owned }: AxisUser): Promise<PendingDevice[]> => {
    const { pending } = await proxy(controllerId, updateUserReply, "DELETE_USER", {
      userToken,
      credentialToken,
      adopt: !owned,
    });
    return pending;
  });
}
