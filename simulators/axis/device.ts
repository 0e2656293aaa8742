import {
  type DeviceCall,
  type DeviceReply,
  htmlReply,
  jsonReply,
  type SimulatedDevice,
} from "../network/device-call.ts";
import type { AxisAuthentication } from "./authenticate.ts";
import { answerCgi } from "./cgi.ts";
import { AxisFault, invalidArgs, notSupported } from "./fault.ts";
import type { Operation } from "./operation.ts";
import { accessOperations } from "./operations/access.ts";
import { doorOperations } from "./operations/doors.ts";
import { eventLogOperations, peerOperations } from "./operations/event-log.ts";
import { peopleOperations } from "./operations/people.ts";
import { readerOperations } from "./operations/readers.ts";
import { scheduleOperations } from "./operations/schedules.ts";
import { Paging } from "./paging.ts";
import type { AxisState } from "./state.ts";

const SERVICES: Record<string, Record<string, Operation>> = {
  "/vapix/pacs": { ...peopleOperations, ...accessOperations },
  "/vapix/doorcontrol": doorOperations,
  "/vapix/idpoint": readerOperations,
  "/vapix/schedule": scheduleOperations,
  "/vapix/eventlogger": eventLogOperations,
};

export class AxisDevice implements SimulatedDevice {
  readonly paging = new Paging();
  #state: AxisState;
  #authentication: AxisAuthentication;

  constructor(state: AxisState, authentication: AxisAuthentication) {
    this.#state = state;
    this.#authentication = authentication;
  }

  operationOf(call: DeviceCall): string {
    const service = this.#serviceAt(call.path);
    if (!service || call.method !== "POST") return `${call.method} ${call.path}`;
    const body = call.json();
    const [name] = isObject(body) ? Object.keys(body) : [];
    return name === undefined ? `POST ${call.path}` : this.#fullName(service, name);
  }

  authenticate(call: DeviceCall): DeviceReply | null {
    if (call.path === "/axis-cgi/systemready.cgi") return null;
    const isVapix = call.path.startsWith("/vapix/");
    const refusal = this.#authentication.check(call, { adminOnly: isVapix || call.path.includes("log.cgi") });
    return !refusal && isVapix && this.#state.model === "SECURE_ENTRY" ? this.challenge(call) : refusal;
  }

  challenge(call: DeviceCall): DeviceReply {
    return this.#authentication.challenge(call);
  }

  delayMs(call: DeviceCall): number {
    return this.#authentication.delayMs(call);
  }

  handle(call: DeviceCall): DeviceReply {
    this.#state.advance();
    const reply = this.#route(call);
    return {
      ...reply,
      headers: { date: new Date(this.#state.clock.now()).toUTCString(), server: "Apache", ...reply.headers },
    };
  }

  #route(call: DeviceCall): DeviceReply {
    if (call.path.startsWith("/axis-cgi/")) return answerCgi(this.#state, call);
    const service = this.#serviceAt(call.path);
    if (!service) return htmlReply(404, "Not Found");
    if (call.method === "GET") return { ...htmlReply(200, "VAPIX service"), status: 200 };
    if (call.method !== "POST") return htmlReply(405, "Method Not Allowed");
    const body = call.json();
    if (this.#state.model === "A1001" && isObject(body) && "apiVersion" in body) {
      return htmlReply(503, "Service Unavailable");
    }
    try {
      const { unknownField } = this.#state.switches;
      // Fault point: sim-axis-unknown-answer-field.
      if (unknownField === null) return jsonReply(this.#run(service, body));
      return jsonReply(withField(unknownField, this.#run(service, withoutField(unknownField, body))));
    } catch (error) {
      if (error instanceof AxisFault) return this.#faultReply(error);
      throw error;
    }
  }

  #run(service: Record<string, Operation>, body: unknown): Record<string, unknown> {
    if (!isObject(body)) throw invalidArgs("Could not parse request");
    const [[name, args] = [], ...others] = Object.entries(body);
    if (name === undefined || others.length > 0) throw invalidArgs("Exactly one operation expected");
    const operation = this.#fullName(service, name);
    const run = service[operation];
    // Fault point: sim-axis-missing-operation.
    if (!run || this.#state.switches.missingOperations.includes(operation))
      throw notSupported(`Unknown operation ${name}`);
    return run({ state: this.#state, paging: this.paging, operation }, args);
  }

  #serviceAt(path: string): Record<string, Operation> | undefined {
    if (path === "/vapix/aconn") return this.#state.model === "A1001" ? peerOperations : undefined;
    return SERVICES[path];
  }

  #fullName(service: Record<string, Operation>, name: string): string {
    if (name.includes(":") || !this.#state.switches.prefixOptional) return name;
    return Object.keys(service).find((full) => full.endsWith(`:${name}`)) ?? name;
  }

  #faultReply(fault: AxisFault): DeviceReply {
    const { notFoundTextIn, faultStatus } = this.#state.switches;
    const isNotFound = fault.subCode === "ter:NotFound";
    return jsonReply(
      {
        Fault: fault.fault,
        FaultCode: fault.code,
        FaultSubCode: fault.subCode,
        FaultReason: isNotFound && notFoundTextIn === "FaultMsg" ? "" : fault.message,
        FaultMsg: isNotFound && notFoundTextIn === "FaultReason" ? null : fault.message,
      },
      faultStatus,
    );
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function withField(name: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => withField(name, one));
  if (!isObject(value)) return value;
  const fields = Object.entries(value).map(([key, one]) => [key, withField(name, one)]);
  return { ...Object.fromEntries(fields), [name]: { Value: 1 } };
}

/** Removes the unknown field from a request, because the device knows its own. */
function withoutField(name: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => withoutField(name, one));
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([key]) => key !== name);
  return Object.fromEntries(kept.map(([key, one]) => [key, withoutField(name, one)]));
}
