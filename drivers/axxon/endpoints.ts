// Axxon Next 4 and Axxon One: https://docs.axxonsoft.com
import type { FrameRequest } from "../port.ts";

export const PATHS = {
  version: "/product/version",
  /** Needs no login. */
  hosts: "/hosts/",
  macros: "/macro/list/",
  /** With their switch; newer servers only. */
  macroSwitches: "/v1/logic_service/macros",
  login: "/v1/authentication/authenticate_ex2",
  renew: "/v1/authentication/renew2",
  logout: "/v1/authentication/close",
  /** For servers whose REST login requires an authorised caller. */
  grpcBridge: "/grpc",
} as const;

export const RECOGNIZER = "axxonsoft.bl.realtimerecognizer.RealtimeRecognizerService";

export const GRPC_LOGIN = "axxonsoft.bl.auth.AuthenticationService.AuthenticateEx2";

const NEAR_ENOUGH_MS = 2_000;
/** Wide enough to see car and driver's side; height 0 keeps the camera's form. */
const FRAME_WIDTH = 640;

/**
 * The source stands in the path as the server names it, so only what contract/frame-source.ts takes may come here. Times are
 * UTC with milliseconds.
 */
export function framePath({ source, at }: FrameRequest): string {
  const time = at.toISOString().replaceAll(/[-:Z]/g, "");
  const query = new URLSearchParams({ threshold: String(NEAR_ENOUGH_MS), w: String(FRAME_WIDTH), h: "0" });
  return `/archive/media/${source}/${time}?${query.toString()}`;
}

/** The id is one path segment. */
export function macroPath(macroId: string): string {
  return `/macro/execute/${encodeURIComponent(macroId)}`;
}
