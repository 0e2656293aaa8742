// Faults of an LPR server beyond the network: power, certificate, clock.
import { makeCertificate } from "../network/certificate.ts";
import type { DeviceServer } from "../network/device-server.ts";
import { FaultPlan } from "../network/faults.ts";
import type { AxxonAuthentication } from "./authenticate.ts";
import type { AxxonState } from "./state.ts";

interface Parts {
  state: AxxonState;
  server: DeviceServer;
  authentication: AxxonAuthentication;
}

/** Network faults (add, once, latency, clear …) and the server's own mishaps. */
export class AxxonFaults extends FaultPlan {
  #parts: Parts | undefined;

  attach(parts: Parts): void {
    this.#parts = parts;
  }

  /** The port is closed and every connection cut; `online` brings it back. */
  async offline(): Promise<void> {
    await this.#get().server.stop();
  }

  async online(): Promise<void> {
    await this.#get().server.start();
  }

  /** Restart: tokens are worth nothing any more. */
  async restart(): Promise<void> {
    const { server, authentication } = this.#get();
    await server.stop();
    authentication.forgetSessions();
    await server.start();
  }

  /** Another certificate from now on. Over plain HTTP there is none to change. */
  changeCertificate(): void {
    const { server, state } = this.#get();
    if (state.certificate === null) return;
    state.certificate = makeCertificate(state.node);
    state.changed();
    server.setCertificate(state.certificate);
  }

  /** The server's clock is wrong by so much (ms, positive = ahead). */
  clockSkew(ms: number): void {
    this.#get().state.clockOffsetMs = ms;
  }

  #get(): Parts {
    if (!this.#parts) throw new Error("the simulator has not been started");
    return this.#parts;
  }
}
