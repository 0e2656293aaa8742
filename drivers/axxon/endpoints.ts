// Addresses of Axxon Next 4 and Axxon One: https://docs.axxonsoft.com.
import type { FrameRequest } from "../port.ts";

export const PATHS = {
  version: "/product/version",
  /** Needs no login. */
  hosts: "/hosts/",
  macros: "/macro/list/",
  /** Macros with their switch; only newer servers have it. */
  macroSwitches: "/v1/logic_service/macros",
  login: "/v1/authentication/authenticate_ex2",
  renew: "/v1/authentication/renew2",
  logout: "/v1/authentication/close",
  /** For servers whose REST login requires a signed-in caller. */
  grpcBridge: "/grpc",
} as const;

export const RECOGNIZER = "axxonsoft.bl.realtimerecognizer.RealtimeRecognizerService";

export const GRPC_LOGIN = "axxonsoft.bl.auth.AuthenticationService.AuthenticateEx2";

const NEAR_ENOUGH_MS = 2_000;
/** Wide enough to show the car and the driver's side; height 0 keeps the camera's proportions. */
const FRAME_WIDTH = 640;

/**
 * Returns the path of an image. It contains the source by the server's own name, so only names that contract/frame-source.ts accepts may be
 * passed. Times are UTC with milliseconds.
 */
export function framePath({ source, at }: FrameRequest): string {
  const time = at.toISOString().replaceAll(/[-:Z]/g, "");
  const query = new URLSearchParams({ threshold: String(NEAR_ENOUGH_MS), w: String(FRAME_WIDTH), h: "0" });
  return `/archive/media/${source}/${time}?${query.toString()}`;
}

/** Returns the path of a macro, whose id is one segment. */
export function macroPath(macroId: string): string {
  return `/macro/execute/${encodeURIComponent(macroId)}`;
}
