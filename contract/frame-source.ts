// The name that an Axxon server gives a camera: SERVER1/DeviceIpint.3/SourceEndpoint.video:0:0.

/** Equals the check of `controllers.frame_source`; a test compares them. No segment can be a dot segment, so the name stays one path. */
export const FRAME_SOURCE =
  /^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*\/DeviceIpint\.[A-Za-z0-9_-]+\/SourceEndpoint\.video:[0-9]+:[0-9]+$/;
export const FRAME_SOURCE_MAX = 200;

/** Removes the prefix that the server's events put before the name. */
export function plainFrameSource(text: string): string {
  return text.trim().replace(/^hosts\//, "");
}
