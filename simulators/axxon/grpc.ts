import { randomUUID } from "node:crypto";
import { z } from "zod";
import { type DeviceCall, type DeviceReply, jsonReply } from "../network/device-call.ts";
import type { AxxonAuthentication } from "./authenticate.ts";
import { launch, toMacroConfig } from "./macros.ts";
import { findReads, toDetectorEvent } from "./plate-events.ts";
import type { AxxonAccount, AxxonState } from "./state.ts";

const requestSchema = z.object({ method: z.string(), data: z.record(z.string(), z.unknown()).default({}) });
const loginSchema = z.object({ user_name: z.string(), password: z.string() });
const launchSchema = z.object({ macro_id: z.string() });
const batchSchema = z.object({ macros_ids: z.array(z.string()) });
const eventsSchema = z.object({
  filters: z.object({ filters: z.array(z.object({ values: z.string().optional() })) }).optional(),
  search_predicate: z.string().optional(),
  limit: z.number().optional(),
  offset: z.number().optional(),
  descending: z.boolean().optional(),
});
const listSchema = z.object({
  id: z.string(),
  name: z.string().default(""),
  description: z.string().default(""),
  score: z.number().default(0),
  item_ids: z.array(z.string()).default([]),
  item_ids_to_remove: z.array(z.string()).default([]),
  type: z.string().default("ELT_LPR"),
});
const changeListsSchema = z.object({
  added_lists: z.array(listSchema).default([]),
  changed_lists: z.array(listSchema).default([]),
  removed_list_ids: z.array(z.string()).default([]),
});
const itemSchema = z.object({ id: z.string().default(""), type: z.literal("DT_Plate"), data_string: z.string() });
const changeItemsSchema = z.object({
  added_items: z.array(itemSchema).default([]),
  changed_items: z.array(itemSchema).default([]),
  removed_item_ids: z.array(z.string()).default([]),
});

/** The form that newer servers accept: one item per packet, and nothing else. */
// Fault point: sim-axxon-last-packet.
const itemPacketSchema = z.strictObject({
  status: z.literal("EPS_LAST"),
  added_item: itemSchema.optional(),
  changed_item: itemSchema.optional(),
  removed_item: z.strictObject({ removed_item_ids: z.array(z.string()) }).optional(),
});

export interface GrpcContext {
  state: AxxonState;
  authentication: AxxonAuthentication;
  call: DeviceCall;
  account: AxxonAccount | null;
}

/** Returns "Service.Method" of a call of /grpc; "POST /grpc" for a body that names none. */
export function grpcMethodOf(call: DeviceCall): string {
  const request = requestSchema.safeParse(call.json());
  return request.success ? request.data.method.split(".").slice(-2).join(".") : "POST /grpc";
}

export function isLogin(call: DeviceCall): boolean {
  return /^AuthenticationService\.AuthenticateEx2?$/.test(grpcMethodOf(call));
}

/** Answers a call of /grpc; 400 for a malformed one. */
export function answerGrpc(context: GrpcContext): DeviceReply {
  const request = requestSchema.safeParse(context.call.json());
  if (!request.success) return jsonReply({ error: "bad request" }, 400);
  try {
    return dispatch(context, grpcMethodOf(context.call), request.data.data);
  } catch (error) {
    if (error instanceof z.ZodError) return jsonReply({ error: "bad request" }, 400);
    throw error;
  }
}

function dispatch(context: GrpcContext, method: string, data: Record<string, unknown>): DeviceReply {
  const { state, authentication, call } = context;
  switch (method) {
    case "AuthenticationService.AuthenticateEx":
    case "AuthenticationService.AuthenticateEx2": {
      const { user_name, password } = loginSchema.parse(data);
      return jsonReply(authentication.logIn(user_name, password, call.remoteAddress));
    }
    case "AuthenticationService.RenewSession":
    case "AuthenticationService.RenewSession2":
      return jsonReply(authentication.renew(call));
    case "AuthenticationService.CloseSession":
      authentication.close(call);
      return jsonReply({});
    case "LogicService.ListMacros":
      return jsonReply({ items: [...state.macros.values()].map(toMacroConfig) });
    case "LogicService.BatchGetMacros": {
      const ids = batchSchema.parse(data).macros_ids;
      const items = ids.flatMap((id) => state.macros.get(id.toLowerCase()) ?? []);
      const not_found_macros = ids.filter((id) => !state.macros.has(id.toLowerCase()));
      return jsonReply({ items: items.map(toMacroConfig), not_found_macros });
    }
    case "LogicService.LaunchMacro":
      return launch(context, launchSchema.parse(data).macro_id, "{}");
    case "EventHistoryService.ReadLprEvents":
      return jsonReply(readEvents(state, data));
    default:
      return method.startsWith("RealtimeRecognizerService.") ? plateLists(state, method, data) : unknownMethod();
  }
}

const unknownMethod = (): DeviceReply => jsonReply({ error: "method is not implemented" }, 500);

function readEvents(state: AxxonState, data: Record<string, unknown>): Record<string, unknown> {
  const query = eventsSchema.parse(data);
  const mask = query.search_predicate ?? query.filters?.filters.find((filter) => filter.values)?.values;
  const found = findReads(state, mask);
  if (query.descending) found.reverse();
  const offset = query.offset ?? 0;
  const items = found.slice(offset, offset + (query.limit ?? 100));
  return { items: items.map((read) => toDetectorEvent(read, state.node)) };
}

function plateLists(state: AxxonState, method: string, data: Record<string, unknown>): DeviceReply {
  if (!state.hasRecognizer) {
    return jsonReply({ error: "UNAVAILABLE: Can't resolve reference to RealtimeRecognizer.0/Recognizer" }, 500);
  }
  switch (method) {
    case "RealtimeRecognizerService.GetLists":
      return jsonReply({ lists: [...state.lists.values()] });
    case "RealtimeRecognizerService.GetItems":
      return getItems(state);
    case "RealtimeRecognizerService.ChangeLists":
      return changeLists(state, changeListsSchema.parse(data));
    case "RealtimeRecognizerService.ChangeItems":
      return state.switches.plateStreams === "unary"
        ? changeItems(state, changeItemsSchema.parse(data))
        : changeOneItem(state, itemPacketSchema.parse(data));
    default:
      return unknownMethod();
  }
}

function changeLists(state: AxxonState, change: z.output<typeof changeListsSchema>): DeviceReply {
  for (const { item_ids_to_remove, ...list } of [...change.added_lists, ...change.changed_lists]) {
    const before = state.lists.get(list.id);
    const kept = (before?.item_ids ?? []).filter((id) => !item_ids_to_remove.includes(id));
    const item_ids = [...new Set([...kept, ...list.item_ids])];
    state.lists.set(list.id, { ...list, name: list.name || (before?.name ?? ""), item_ids });
  }
  for (const id of change.removed_list_ids) state.lists.delete(id);
  state.changed();
  return jsonReply({ failed_lists: [] });
}

function getItems(state: AxxonState): DeviceReply {
  const items = [...state.items.values()];
  if (state.switches.plateStreams === "unary") return jsonReply({ items });
  const packets = items.map((item, index) => ({
    status: index === items.length - 1 ? "EPS_LAST" : "EPS_SEQUENTIAL",
    item,
  }));
  // Fault point: sim-axxon-items-in-a-stream.
  return streamReply(state, packets.length === 0 ? [{ status: "EPS_LAST" }] : packets);
}

/** Changes one item: a stream of one packet. Success is an empty stream. */
function changeOneItem(state: AxxonState, packet: z.output<typeof itemPacketSchema>): DeviceReply {
  const { plateStreams, itemChanges } = state.switches;
  if (plateStreams === "refused") return unknownMethod();
  if (itemChanges !== "taken") return jsonReply({ error: "the request is no stream" }, itemChanges);
  const { added_item, changed_item, removed_item } = packet;
  const reply = changeItems(state, {
    added_items: added_item ? [added_item] : [],
    changed_items: changed_item ? [changed_item] : [],
    removed_item_ids: removed_item?.removed_item_ids ?? [],
  });
  return reply.status === 200 ? streamReply(state, []) : reply;
}

function streamReply(state: AxxonState, packets: readonly unknown[]): DeviceReply {
  const texts = packets.map((packet) => JSON.stringify(packet));
  switch (state.switches.plateStreams) {
    case "event-stream":
      return {
        status: 200,
        headers: { "content-type": "text/event-stream" },
        body: texts.map((text) => `data: ${text}\n\n`).join(""),
      };
    case "multipart": {
      const parts = texts.map((text) => `--ngpboundary\r\nContent-Type: application/json\r\n\r\n${text}\r\n`);
      return {
        status: 200,
        headers: { "content-type": "multipart/related; boundary=ngpboundary" },
        body: `${parts.join("")}--ngpboundary--\r\n`,
      };
    }
    default:
      return unknownMethod();
  }
}

/** Changes items; the server gives new items its own ids. Success is an empty answer. */
function changeItems(state: AxxonState, change: z.output<typeof changeItemsSchema>): DeviceReply {
  const { refusedItems } = state.switches;
  const taken = change.added_items.filter(({ data_string }) => !state.refusedPlates.has(data_string));
  if (taken.length < change.added_items.length && refusedItems !== "dropped")
    return jsonReply({ error: "the plate is not valid" }, refusedItems);
  for (const item of taken) {
    const id = randomUUID();
    state.items.set(id, { ...item, id });
  }
  for (const item of change.changed_items) if (state.items.has(item.id)) state.items.set(item.id, item);
  for (const id of change.removed_item_ids) state.items.delete(id);
  state.changed();
  return jsonReply({});
}
