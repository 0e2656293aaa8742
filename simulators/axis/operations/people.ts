import { z } from "zod";
import { invalidArgs, invalidValue, notFound } from "../fault.ts";
import { CREDENTIAL_STATUSES, type Credential, credentialSchema, type User, userSchema } from "../objects.ts";
import { getOf, listOf, type Operation, removeOf, setOf, shortListOf, tokenArgument } from "../operation.ts";
import { readArguments } from "../read-arguments.ts";
import type { AxisState } from "../state.ts";

const users = (state: AxisState): Map<string, User> => state.users;
const credentials = (state: AxisState): Map<string, Credential> => state.credentials;
const userInfo = ({ token, Name, Description }: User): unknown => ({ token, Name, Description });

const disableArguments = z.strictObject({ Token: z.string(), Status: z.enum(CREDENTIAL_STATUSES).optional() });

export const peopleOperations: Record<string, Operation> = {
  "axudb:GetUserList": listOf("User", users),
  "axudb:GetUserInfoList": shortListOf("UserInfo", users, userInfo),
  "axudb:GetUser": getOf("User", users),
  "axudb:GetUserInfo": getOf("UserInfo", users, userInfo),
  "axudb:GetUserInfoByCredentialToken": ({ state, operation }, args) => {
    const { CredentialToken } = readArguments(z.strictObject({ CredentialToken: z.string() }), args, operation);
    const owner = state.users.get(state.credentials.get(CredentialToken)?.UserToken ?? "");
    return { UserInfo: owner ? [userInfo(owner)] : [] };
  },
  "axudb:SetUser": setOf("User", userSchema, users),
  "axudb:RemoveUser": removeOf(users, (token, state) => {
    if (!state.switches.removeUserCascades) return;
    for (const credential of state.credentials.values()) {
      if (credential.UserToken === token) state.credentials.delete(credential.token);
    }
    state.changed();
  }),
  "pacsaxis:GetCredentialList": listOf("Credential", credentials),
  "pacsaxis:GetCredential": getOf("Credential", credentials),
  "pacsaxis:SetCredential": setOf("Credential", credentialSchema, credentials, {
    check: checkCredential,
    changed: (credential, state) => {
      if (state.switches.cutsTimeOfDay) state.credentials.set(credential.token, withoutTimeOfDay(credential));
      state.log("Configuration/Credential/Changed", { CredentialToken: credential.token });
    },
  }),
  "pacsaxis:EnableCredential": ({ state, operation }, args) => {
    switchCredential(state, tokenArgument(args, operation), true, "Enabled");
    return {};
  },
  "pacsaxis:DisableCredential": ({ state, operation }, args) => {
    const { Token, Status } = readArguments(disableArguments, args, operation);
    switchCredential(state, Token, false, Status ?? "Disabled");
    return {};
  },
  "pacsaxis:RemoveCredential": removeOf(credentials, (token, state) =>
    state.log("Configuration/Credential/Removed", { CredentialToken: token }),
  ),
  "pacsaxis:GetCredentialStatistics": ({ state }) => {
    const disabled = [...state.credentials.values()].filter((credential) => !credential.Enabled).length;
    return {
      CredentialStatistics: { NumberOfCredentials: state.credentials.size, NumberOfDisabledCredentials: disabled },
    };
  },
};

/** Cuts the time of day. Only CardNr is unique on the device; two people may share a PIN. */
const withoutTimeOfDay = (credential: Credential): Credential => ({
  ...credential,
  ValidFrom: credential.ValidFrom.replace(/T.*$/, "T00:00:00Z"),
  ValidTo: credential.ValidTo.replace(/T.*$/, "T00:00:00Z"),
});

function checkCredential(credential: Credential, state: AxisState): void {
  const names = credential.IdData.map((entry) => entry.Name);
  if (new Set(names).size < names.length) throw invalidArgs("IdData name occurs more than once in element Credential");
  const limit = state.switches.maxProfilesPerCredential;
  if (limit !== null && credential.CredentialAccessProfile.length > limit) {
    throw invalidValue("ter:InvalidCredentialFault", "Too many access profiles on credential");
  }
  if (!state.credentials.has(credential.token) && state.credentials.size >= state.switches.maxCredentials) {
    throw invalidValue("ter:MaxCredentials", "Maximum number of credentials reached");
  }
  const card = credential.IdData.find((entry) => entry.Name === "CardNr")?.Value;
  if (card === undefined) return;
  for (const other of state.credentials.values()) {
    if (other.token === credential.token) continue;
    if (other.IdData.some((entry) => entry.Name === "CardNr" && entry.Value === card)) {
      throw invalidValue("ter:InvalidCredentialFault", "CardNr is already in use");
    }
  }
}

function switchCredential(state: AxisState, token: string, Enabled: boolean, Status: Credential["Status"]): void {
  const credential = state.credentials.get(token);
  if (!credential) throw notFound();
  state.credentials.set(token, { ...credential, Enabled, Status });
  state.changed();
  state.log("Configuration/Credential/Changed", { CredentialToken: token });
}
