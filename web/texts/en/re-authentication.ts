import type { reAuthenticationTexts } from "../re-authentication.ts";

export const reAuthentication: typeof reAuthenticationTexts = {
  title: "Confirm that it is you",
  helpPassword: "Type your password to go on. It lasts for five minutes.",
  helpCode: "Type the code from your authenticator app to go on. It lasts for five minutes.",
  helpPasskey: "Use your passkey to go on. It lasts for five minutes.",
  helpOther: "Sign out and in again with your second step to go on.",
  password: "Password",
  passwordMissing: "Type your password",
  code: "Code",
  codeMissing: "Type the six digits",
  confirm: "Confirm",
  confirming: "Confirming...",
  withPasskey: "Use a passkey",
};
