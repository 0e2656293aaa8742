// A camera by the name that an Axxon server has for it: SERVER1/DeviceIpint.3/SourceEndpoint.video:0:0.

/** As the check of `controllers.frame_source`, which a test compares. No segment can be a dot segment, so it stays one path. */
export const FRAME_SOURCE =
  /^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*\/DeviceIpint\.[A-Za-z0-9_-]+\/SourceEndpoint\.video:[0-9]+:[0-9]+$/;
export const FRAME_SOURCE_MAX = 200;

/** The same without the prefix that the server's events have for it. */
export function plainFrameSource(text: string): string {
  return text.trim().replace(/^hosts\//, "");
}
