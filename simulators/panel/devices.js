// The devices as the simulators last told of them.

export let devices = [];

export function setDevices(told) {
  devices = told;
}
