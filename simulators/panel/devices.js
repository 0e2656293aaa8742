export let devices = [];

export function setDevices(reported) {
  devices = reported;
}
