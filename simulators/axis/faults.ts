// Faults of a door controller beyond the network: power, certificate, clock, wiped or replaced hardware, a technician.
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

/** Network faults (add, once, latency, clear …) and the device's own mishaps. */
export class AxisFaults extends FaultPlan {
  #parts: Parts | undefined;
  #generation = 0;

  /** Joined after construction: the server needs the plan before the rest exists. */
  attach(parts: Parts): void {
    this.#parts = parts;
  }

  /** No power: the port is closed and every connection cut. `online` brings the device back on the same port. */
  async offline(): Promise<void> {
    await this.#get().server.stop();
  }

  async online(): Promise<void> {
    await this.#get().server.start();
  }

  /** Power cycle: objects stay; nonces and open list references are forgotten. */
  async restart(): Promise<void> {
    const { server, device, authentication } = this.#get();
    await server.stop();
    device.paging.clear();
    authentication.forgetNonces();
    await server.start();
  }

  /** The device serves another certificate from now on. Over plain HTTP there is none to change. */
  changeCertificate(): void {
    const { server, state } = this.#get();
    if (state.certificate === null) return;
    state.certificate = makeCertificate(`axis-${state.mac}`);
    state.changed();
    server.setCertificate(state.certificate);
  }

  /** The clock is wrong by so much (ms, positive = ahead). */
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

  /** Another unit in its place: other serial, realm, tokens and certificate, empty. Returns the new serial. */
  replaceHardware(serial = `ACCC8E${randomBytes(3).toString("hex").toUpperCase()}`): string {
    const { state, authentication } = this.#get();
    state.serial = serial.toUpperCase();
    authentication.forgetNonces();
    this.wipe();
    this.changeCertificate();
    return state.serial;
  }

  /** Hardware set up anew: the same doors with other tokens; profiles still point at the old ones. */
  reconfigureDoors(): void {
    const { state, doors } = this.#get();
    this.#generation += 1;
    installDoors(state, doors, this.#generation);
  }

  /** Calls that are answered well and not done, or done otherwise; null makes the device honest again. */
  lie(decide: ((operation: string) => Lie | null) | null): void {
    this.#get().state.lie = decide;
  }

  /** A technician in the device's own web page changes objects behind everybody's back. */
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
