import { z } from "zod";
import { invalidArgs, notFound } from "../fault.ts";
import { type IdPoint, idDataSchema, idPointSchema } from "../objects.ts";
import { getOf, listOf, type Operation, setOf, shortListOf, tokenArgument } from "../operation.ts";
import { readArguments } from "../read-arguments.ts";
import { accessPointAt, show } from "../reader.ts";
import type { AxisState } from "../state.ts";

const readers = (state: AxisState): Map<string, IdPoint> => state.idPoints;

const activityArguments = z.strictObject({
  Token: z.string(),
  Description: z.string().optional(),
  Activities: z.array(
    z.strictObject({ Type: z.enum(["PIN", "Card", "REX"]), Params: z.array(idDataSchema).optional() }),
  ),
});

const readerInfo = ({ token, Name, Description, Location, Area }: IdPoint): unknown => ({
  token,
  Name,
  Location,
  Area,
  Description,
  Capabilities: { SupportPIN: true, SupportCard: true, SupportREX: false },
});

export const readerOperations: Record<string, Operation> = {
  "axtid:GetIdPointList": (context, args) => listOf(context.state.switches.idPointKey, readers)(context, args),
  "axtid:GetIdPoint": getOf("IdPoint", readers),
  "axtid:GetIdPointInfoList": shortListOf("IdPointInfo", readers, readerInfo),
  "axtid:SetIdPoint": setOf("IdPoint", idPointSchema, readers),
  "axtid:GetLastCredential": ({ state, operation }, args) => {
    if (!state.idPoints.has(tokenArgument(args, operation))) throw notFound();
    return { IdData: [] };
  },
  "axtid:IndicateRemoteActivities": ({ state, operation }, args) => {
    const { Token, Activities } = readArguments(activityArguments, args, operation);
    const point = state.idPoints.has(Token) ? accessPointAt(state, Token) : null;
    if (!point) throw notFound();
    const shown = Activities.flatMap(({ Type, Params }) => {
      if (Type === "REX" && Params) throw invalidArgs("Params not allowed for REX");
      if (Type !== "REX" && !Params) throw invalidArgs(`Params required for ${Type}`);
      return Params ?? [{ Name: "REX", Value: "Active" }];
    });
    show(state, point, shown);
    return {};
  },
};
