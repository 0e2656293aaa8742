// The devices as last reported.

export let devices = [];

export function setDevices(reported) {
  devices = reported;
}
