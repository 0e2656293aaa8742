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
    const { server, device, authentication, state } = this.#get();
    await server.stop();
    state.booted();
    if (state.switches.logsRestarts) state.log("Device/Status/Systemready", { State: "1" });
    device.paging.clear();
    authentication.deleteNonces();
    await server.start();
  }

  changeCertificate(): void {
    const { server, state } = this.#get();
    if (state.certificate === null) return;
    state.certificate = makeCertificate(`axis-${state.mac}`);
    state.changed();
    server.setCertificate(state.certificate);
  }

  clockSkew(ms: number): void {
    const { state } = this.#get();
    state.clock.offsetMs = ms;
    state.events.clockChanged();
    state.changed();
  }

  wipe(): void {
    const { state, device, doors, webbportal } = this.#get();
    state.clear();
    device.paging.clear();
    installFactoryData(state, doors, { webbportal, generation: this.#generation });
  }

  replaceHardware(serial = `ACCC8E${randomBytes(3).toString("hex").toUpperCase()}`): string {
    const { state, authentication } = this.#get();
    state.serial = serial.toUpperCase();
    authentication.deleteNonces();
    this.wipe();
    this.changeCertificate();
    return state.serial;
  }

  reconfigureDoors(): void {
    const { state, doors } = this.#get();
    this.#generation += 1;
    installDoors(state, doors, this.#generation);
  }

  lie(decide: ((operation: string) => Lie | null) | null): void {
    this.#get().state.lie = decide;
  }

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
