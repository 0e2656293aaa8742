import type { reAuthenticationTexts } from "../re-authentication.ts";

export const reAuthentication: typeof reAuthenticationTexts = {
  title: "Confirm that it is you",
  helpPassword: "Enter your password to continue. The confirmation lasts five minutes.",
  helpCode: "Enter the code from your authenticator app to continue. The confirmation lasts five minutes.",
  helpPasskey: "Use your passkey to continue. The confirmation lasts five minutes.",
  helpOther: "Sign out and in again with your second step to continue.",
  password: "Password",
  passwordMissing: "Enter your password",
  code: "Code",
  codeMissing: "Enter the six digits",
  confirm: "Confirm",
  confirming: "Confirming...",
  withPasskey: "Use a passkey",
};
