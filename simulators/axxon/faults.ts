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

export class AxxonFaults extends FaultPlan {
  #parts: Parts | undefined;

  attach(parts: Parts): void {
    this.#parts = parts;
  }

  async offline(): Promise<void> {
    await this.#get().server.stop();
  }

  async online(): Promise<void> {
    await this.#get().server.start();
  }

  async restart(): Promise<void> {
    const { server, authentication } = this.#get();
    await server.stop();
    authentication.deleteSessions();
    await server.start();
  }

  changeCertificate(): void {
    const { server, state } = this.#get();
    if (state.certificate === null) return;
    state.certificate = makeCertificate(state.node);
    state.changed();
    server.setCertificate(state.certificate);
  }

  clockSkew(ms: number): void {
    this.#get().state.clockOffsetMs = ms;
  }

  #get(): Parts {
    if (!this.#parts) throw new Error("the simulator has not been started");
    return this.#parts;
  }
}
