import { z } from "zod";
import { actionFailed, inUse, invalidArgs, invalidValue, notFound } from "../fault.ts";
import {
  type AccessPoint,
  type AccessProfile,
  accessControllerSchema,
  accessPointSchema,
  accessProfileSchema,
  authenticationProfileSchema,
  idDataSchema,
} from "../objects.ts";
import {
  getOf,
  listOf,
  type Operation,
  type OperationContext,
  removeOf,
  setOf,
  shortListOf,
  tokenArgument,
} from "../operation.ts";
import { readArguments } from "../read-arguments.ts";
import { show, verify } from "../reader.ts";
import type { AxisState } from "../state.ts";

const profiles = (state: AxisState): Map<string, AccessProfile> => state.accessProfiles;
const points = (state: AxisState): Map<string, AccessPoint> => state.accessPoints;
const info = ({ token, Name, Description }: { token: string; Name: string; Description: string }): unknown => ({
  token,
  Name,
  Description,
});

const requestArguments = z.strictObject({
  Token: z.string(),
  SourceToken: z.string().optional(),
  TargetToken: z.string().optional(),
  Action: z.string().optional(),
  IdData: z.array(idDataSchema),
});

export const accessOperations: Record<string, Operation> = {
  "pacsaxis:GetAccessProfileList": listOf("AccessProfile", profiles),
  "pacsaxis:GetAccessProfileInfoList": shortListOf("AccessProfileInfo", profiles, info),
  "pacsaxis:GetAccessProfile": getOf("AccessProfile", profiles),
  "pacsaxis:SetAccessProfile": setOf("AccessProfile", accessProfileSchema, profiles, { check: checkProfile }),
  // ONVIF names the fault; whether every firmware refuses is UNCONFIRMED, and one that does not is left with a dangling name.
  "pacsaxis:RemoveAccessProfile": removeOf(profiles, undefined, (token, state) => {
    for (const { CredentialAccessProfile } of state.credentials.values())
      if (CredentialAccessProfile.some(({ AccessProfile }) => AccessProfile === token)) throw inUse("credential");
  }),
  "pacsaxis:GetAccessPointList": listOf("AccessPoint", points),
  "pacsaxis:GetAccessPoint": getOf("AccessPoint", points),
  "pacsaxis:SetAccessPoint": setOf("AccessPoint", accessPointSchema, points),
  "pacsaxis:RemoveAccessPoint": removeOf(points),
  "tac:GetAccessPointInfoList": shortListOf("AccessPointInfo", points, accessPointInfo),
  "tac:GetAccessPointInfo": getOf("AccessPointInfo", points, accessPointInfo),
  "tac:EnableAccessPoint": (context, args) => switchPoint(context, args, true),
  "tac:DisableAccessPoint": (context, args) => switchPoint(context, args, false),
  "pacsaxis:GetAccessControllerList": listOf("AccessController", listedControllers),
  "pacsaxis:GetAccessController": getOf("AccessController", (state) => state.accessControllers),
  "pacsaxis:SetAccessController": setOf("AccessController", accessControllerSchema, (state) => state.accessControllers),
  "pacsaxis:GetAccessControllerConfigurationList": shortListOf(
    "AccessControllerConfiguration",
    (state) => state.accessControllers,
    ({ token }, state) => ({ token, DeviceUUID: unitOf(state, token).uuid, Configuration: [] }),
  ),
  "pacsaxis:GetAuthenticationProfileList": listOf("AuthenticationProfile", (state) => state.authenticationProfiles),
  "pacsaxis:GetAuthenticationProfile": getOf("AuthenticationProfile", (state) => state.authenticationProfiles),
  "pacsaxis:SetAuthenticationProfile": setOf(
    "AuthenticationProfile",
    authenticationProfileSchema,
    (state) => state.authenticationProfiles,
    // Fault point: sim-axis-profiles-take-time.
    { changed: (_profile, state) => state.stall() },
  ),
  "pacsaxis:RemoveAuthenticationProfile": removeOf(
    (state) => state.authenticationProfiles,
    (_token, state) => state.stall(),
  ),
  "pacsaxis:VerifyRequest": ({ state, operation }, args) => {
    const { point, idData } = readRequest(state, args, operation);
    if (state.stalled) throw actionFailed("Access control is busy");
    if (!point) return { AccessGranted: false, Reason: state.switches.wrongActionReason };
    const { granted, reason } = verify(state, point, idData, state.clock.now());
    return { AccessGranted: granted, Reason: reason };
  },
  "pacsaxis:RequestAccess": ({ state, operation }, args) => {
    const { point, idData } = readRequest(state, args, operation);
    if (!point) return { AccessGranted: false, Reason: state.switches.wrongActionReason };
    const { granted, reason } = show(state, point, idData);
    return { AccessGranted: granted, Reason: reason };
  },
};

function listedControllers(state: AxisState): AxisState["accessControllers"] {
  if (state.switches.listsNeighbours) return state.accessControllers;
  return new Map([...state.accessControllers].filter(([token]) => state.isOwn(token)));
}

const unitOf = (state: AxisState, token: string): AxisState =>
  state.network.find((unit) => token.startsWith(`Axis-${unit.mac}`)) ?? state;

function checkProfile(profile: AccessProfile, state: AxisState): void {
  if (profile.Name === "") throw invalidValue("ter:InvalidAccessProfileFault", "Access profile must have a name");
  // The code is documented, its trigger UNCONFIRMED. A unit that accepted an unknown rule would silently fall back to the reader's.
  const missing = profile.AuthenticationProfile.find((rule) => !state.authenticationProfiles.has(rule));
  if (missing !== undefined) throw invalidValue("ter:InvalidAccessProfileFault", "No such authentication profile");
}

function accessPointInfo({ token, Name, Description, AreaFrom, AreaTo, EntityType, Entity }: AccessPoint): unknown {
  const Capabilities = { DisableAccessPoint: true, AccessTaken: true };
  return { token, Name, Description, AreaFrom, AreaTo, EntityType, Entity, Capabilities };
}

function switchPoint({ state, operation }: OperationContext, args: unknown, Enabled: boolean): Record<string, unknown> {
  const token = tokenArgument(args, operation);
  const point = state.accessPoints.get(token);
  if (!point) throw notFound();
  state.accessPoints.set(token, { ...point, Enabled });
  state.changed();
  return {};
}

/** Reads a request; null when the access point has another action, so that it is never granted. */
function readRequest(
  state: AxisState,
  args: unknown,
  operation: string,
): { point: AccessPoint | null; idData: z.output<typeof idDataSchema>[] } {
  const request = readArguments(requestArguments, args, operation);
  if (!state.accessControllers.has(request.Token)) throw notFound();
  const { SourceToken, TargetToken, Action = "Access" } = request;
  if (SourceToken === undefined && TargetToken === undefined) throw invalidArgs("SourceToken or TargetToken expected");
  const points = [...state.accessPoints.values()].filter(
    (one) =>
      (SourceToken === undefined || one.IdPointDevice.some((device) => device.IdPoint === SourceToken)) &&
      (TargetToken === undefined || one.Entity === TargetToken),
  );
  if (points.length === 0) throw notFound();
  // Fault point: sim-axis-dry-run-action.
  return { point: points.find((one) => one.Action === Action) ?? null, idData: request.IdData };
}
