// Axxon Next 4 and Axxon One: https://docs.axxonsoft.com
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

/** The id is one path segment. */
export function macroPath(macroId: string): string {
  return `/macro/execute/${encodeURIComponent(macroId)}`;
}
