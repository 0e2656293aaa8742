import { randomUUID } from "node:crypto";
import { z } from "zod";
import {
  type DeviceCall,
  type DeviceReply,
  htmlReply,
  jsonReply,
  type SimulatedDevice,
} from "../network/device-call.ts";
import { sendFrame } from "./archive.ts";
import { type AxxonAuthentication, axxonTime } from "./authenticate.ts";
import { answerGrpc, grpcMethodOf, isLogin } from "./grpc.ts";
import { launch, toMacroConfig } from "./macros.ts";
import { findReads, toDetectorEvent } from "./plate-events.ts";
import type { AxxonState } from "./state.ts";
import { PROFILES } from "./switches.ts";

const loginSchema = z.object({ user_name: z.string(), password: z.string() });
const launchSchema = z.object({ macro_id: z.string() });
const searchSchema = z.object({ plate: z.string().optional() }).optional();

const LOGIN_PATH = /^\/v1\/authentication\/authenticate_ex2?$/;
const OPEN_INFO = /^\/(hosts|statistics\/(webserver|hardware(\/.*)?))\/?$/;

export class AxxonDevice implements SimulatedDevice {
  #state: AxxonState;
  #authentication: AxxonAuthentication;
  #startedAt: number;
  #searches = new Map<string, { mask: string | undefined; asked: number }>();

  constructor(state: AxxonState, authentication: AxxonAuthentication) {
    this.#state = state;
    this.#authentication = authentication;
    this.#startedAt = state.world();
  }

  operationOf(call: DeviceCall): string {
    if (call.path === "/grpc") return grpcMethodOf(call);
    if (call.path.startsWith("/macro/execute/")) return `${call.method} /macro/execute`;
    if (call.path.startsWith("/archive/media/")) return `${call.method} /archive/media`;
    return `${call.method} ${call.path.length > 1 ? call.path.replace(/\/$/, "") : call.path}`;
  }

  authenticate(call: DeviceCall): DeviceReply | null {
    const { loginWantsAuthorization } = this.#state.switches;
    // Fault point: sim-axxon-signed-login.
    const isOpen =
      (LOGIN_PATH.test(call.path) && !loginWantsAuthorization) ||
      (call.path === "/grpc" && isLogin(call)) ||
      (this.#state.switches.anonymousInfo && OPEN_INFO.test(call.path));
    return isOpen || this.#authentication.accountOf(call) ? null : this.#authentication.refusal(call);
  }

  challenge(): DeviceReply {
    return this.#authentication.refusal();
  }

  handle(call: DeviceCall): DeviceReply {
    const reply = this.#route(call);
    return { ...reply, headers: { date: new Date(this.#state.now()).toUTCString(), ...reply.headers } };
  }

  #route(call: DeviceCall): DeviceReply {
    const path = call.path.replace(/\/+$/, "");
    const state = this.#state;
    if (path.startsWith("/macro/execute/")) return this.#execute(call, path);
    if (path.startsWith("/v1/")) return this.#gateway(call, path);
    if (path.startsWith("/archive/media/")) return sendFrame(state, call, path);
    if (path.startsWith("/search/auto/")) return this.#search(call, path);
    if (path.startsWith("/hosts/")) return this.#hostInfo(path.slice("/hosts/".length));
    switch (path) {
      case "/product/version":
        return jsonReply({ version: PROFILES[state.profile].version });
      case "/macro/list":
        return this.#macroList(call);
      case "/hosts":
        return jsonReply([state.node]);
      case "/uuid":
        return jsonReply({ uuid: randomUUID() });
      case "/currentuser":
        return jsonReply({ currentuser: this.#authentication.accountOf(call)?.name ?? "" });
      case "/statistics/webserver":
        return jsonReply(this.#webServerStatistics());
      case "/statistics/hardware":
      case "/statistics/hardware/domain":
        return jsonReply([{ drives: [], name: state.node, netMaxUsage: "0,1", totalCPU: "4,2" }]);
      case "/grpc":
        return answerGrpc({ ...this.#context(call), authentication: this.#authentication, call });
      default:
        return htmlReply(404, "Not Found");
    }
  }

  #context(call: DeviceCall): { state: AxxonState; account: ReturnType<AxxonAuthentication["accountOf"]> } {
    // A login on /grpc may carry Basic too, which must not count as another attempt.
    const account = call.path === "/grpc" && isLogin(call) ? null : this.#authentication.accountOf(call);
    return { state: this.#state, account };
  }

  #execute(call: DeviceCall, path: string): DeviceReply {
    if (call.method !== "GET") return htmlReply(405, "Method Not Allowed");
    const id = safeDecode(path.slice("/macro/execute/".length));
    return launch(this.#context(call), id, this.#state.switches.executeBody);
  }

  #macroList(call: DeviceCall): DeviceReply {
    const withoutAuto = call.query.has("exclude_auto");
    const macros = [...this.#state.macros.values()].filter((macro) => !(withoutAuto && macro.mode === "autorule"));
    return jsonReply({ macroCommands: macros.map(({ id, name }) => ({ id, name })) });
  }

  #gateway(call: DeviceCall, path: string): DeviceReply {
    if (LOGIN_PATH.test(path)) return this.#logIn(call);
    switch (path) {
      case "/v1/authentication/renew":
      case "/v1/authentication/renew2":
        return jsonReply(this.#authentication.renew(call));
      case "/v1/authentication/close":
        this.#authentication.close(call);
        return jsonReply({});
      default:
        return PROFILES[this.#state.profile].logicService
          ? this.#logicService(call, path)
          : htmlReply(404, "Not Found");
    }
  }

  #logIn(call: DeviceCall): DeviceReply {
    const request = loginSchema.safeParse(call.json());
    if (!request.success) return jsonReply({ error: "bad request" }, 400);
    const { user_name, password } = request.data;
    return jsonReply(this.#authentication.logIn(user_name, password, call.remoteAddress));
  }

  #logicService(call: DeviceCall, path: string): DeviceReply {
    if (path === "/v1/logic_service/macros" && call.method === "GET") {
      const items = [...this.#state.macros.values()].map(toMacroConfig);
      return jsonReply(this.#state.switches.macrosAs === "array" ? items : { items, next_page_token: "" });
    }
    if (path === "/v1/logic_service/macros:launch" && call.method === "POST") {
      const request = launchSchema.safeParse(call.json());
      return request.success ? launch(this.#context(call), request.data.macro_id, "{}") : jsonReply({}, 400);
    }
    return htmlReply(404, "Not Found");
  }

  #hostInfo(node: string): DeviceReply {
    if (node !== this.#state.node) return jsonReply({ error: "not found" }, 404);
    return jsonReply({
      nodeName: node,
      domainInfo: { domainName: "3f1b9a52-0000-4000-8000-000000000001", domainFriendlyName: "Default" },
      platformInfo: { hostName: node, machine: "x64 6", os: "Linux" },
      licenseStatus: "OK",
      timeZone: 60,
      nodes: [node],
    });
  }

  #webServerStatistics(): Record<string, unknown> {
    return {
      now: axxonTime(this.#state.now()),
      requests: 1,
      requestsPerSecond: 0,
      bytesOut: 134,
      bytesOutPerSecond: 0,
      streams: 0,
      uptime: Math.max(0, Math.round(this.#state.world() - this.#startedAt)),
    };
  }

  #search(call: DeviceCall, path: string): DeviceReply {
    if (call.method === "POST") {
      const id = randomUUID();
      this.#searches.set(id, { mask: searchSchema.safeParse(call.json()).data?.plate, asked: 0 });
      return { status: 202, headers: { location: `/search/auto/${id}` } };
    }
    const [id = ""] = path.slice("/search/auto/".length).split("/");
    const search = this.#searches.get(id);
    if (!search) return jsonReply({ error: "not found" }, 404);
    if (call.method === "DELETE") {
      this.#searches.delete(id);
      return { status: 204 };
    }
    search.asked += 1;
    const events = findReads(this.#state, search.mask).map((read) => toDetectorEvent(read, this.#state.node));
    return jsonReply({ events }, search.asked === 1 ? 206 : 200);
  }
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
