// Faults beyond the network: power, certificate, clock, wiped or replaced hardware, a technician.
import { randomBytes } from "node:crypto";
import { makeCertificate } from "../network/certificate.ts";
import type { DeviceServer } from "../network/device-server.ts";
import { FaultPlan } from "../network/faults.ts";
import type { AxisAuthentication } from "./authenticate.ts";
import type { AxisDevice } from "./device.ts";
import { type DoorSetup, installDoors, installFactoryData } from "./factory.ts";
import type { AxisState, Lie } from "./state.ts";

interface Parts {
  state: AxisState;
  server: DeviceServer;
  device: AxisDevice;
  authentication: AxisAuthentication;
  doors: readonly DoorSetup[];
  webbportal: "empty" | "all-doors" | "none";
}

export class AxisFaults extends FaultPlan {
  #parts: Parts | undefined;
  #generation = 0;

  /** The server needs the plan before the other parts exist. */
  attach(parts: Parts): void {
    this.#parts = parts;
  }

  /** No power: the port closes and every connection is cut. `online` reopens the same port. */
  async offline(): Promise<void> {
    await this.#get().server.stop();
  }

  async online(): Promise<void> {
    await this.#get().server.start();
  }

  /** Power cycle: objects stay; nonces and open list references are lost. */
  async restart(): Promise<void> {
    const { server, device, authentication } = this.#get();
    await server.stop();
    device.paging.clear();
    authentication.forgetNonces();
    await server.start();
  }

  /** Serves another certificate from now on; no effect over plain HTTP. */
  changeCertificate(): void {
    const { server, state } = this.#get();
    if (state.certificate === null) return;
    state.certificate = makeCertificate(`axis-${state.mac}`);
    state.changed();
    server.setCertificate(state.certificate);
  }

  /** Positive is ahead. */
  clockSkew(ms: number): void {
    const { state } = this.#get();
    state.clock.offsetMs = ms;
    state.events.clockChanged();
    state.changed();
  }

  /** Factory default with the doors connected again: people, credentials and profiles are gone. Same serial. */
  wipe(): void {
    const { state, device, doors, webbportal } = this.#get();
    state.clear();
    device.paging.clear();
    installFactoryData(state, doors, { webbportal, generation: this.#generation });
  }

  /** Another, empty unit: other serial, realm, tokens and certificate. Returns the new serial. */
  replaceHardware(serial = `ACCC8E${randomBytes(3).toString("hex").toUpperCase()}`): string {
    const { state, authentication } = this.#get();
    state.serial = serial.toUpperCase();
    authentication.forgetNonces();
    this.wipe();
    this.changeCertificate();
    return state.serial;
  }

  /** The same doors with new tokens; profiles still refer to the old ones. */
  reconfigureDoors(): void {
    const { state, doors } = this.#get();
    this.#generation += 1;
    installDoors(state, doors, this.#generation);
  }

  /** Calls that answer success and are not done, or done otherwise; null restores honesty. */
  lie(decide: ((operation: string) => Lie | null) | null): void {
    this.#get().state.lie = decide;
  }

  /** A technician changes objects in the device's own web page. */
  editByHand(edit: (state: AxisState) => void): void {
    const { state } = this.#get();
    edit(state);
    state.changed();
  }

  #get(): Parts {
    if (!this.#parts) throw new Error("the simulator has not been started");
    return this.#parts;
  }
}
