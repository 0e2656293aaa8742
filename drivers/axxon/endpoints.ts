// Paths of an Axxon web server (Axxon Next 4, Axxon One): https://docs.axxonsoft.com
export const PATHS = {
  /** Guarded, so it proves the account as well. */
  version: "/product/version",
  /** Answers anybody: tells an Axxon server from another web server. */
  hosts: "/hosts/",
  macros: "/macro/list/",
  login: "/v1/authentication/authenticate_ex2",
  renew: "/v1/authentication/renew2",
  logout: "/v1/authentication/close",
  /** The way in for servers whose REST login wants an authorised caller. */
  grpcBridge: "/grpc",
} as const;

export const RECOGNIZER = "axxonsoft.bl.realtimerecognizer.RealtimeRecognizerService";

export const GRPC_LOGIN = "axxonsoft.bl.auth.AuthenticationService.AuthenticateEx2";

/** The id is one path segment, whatever it contains. */
export function macroPath(macroId: string): string {
  return `/macro/execute/${encodeURIComponent(macroId)}`;
}
