import type { invitationTexts } from "../invitation.ts";

export const invitation: typeof invitationTexts = {
  title: "Choose your password",
  subtitle: (email) => `You then sign in with ${email}.`,
  tooShort: "The password must be at least 6 characters",
  save: "Save and sign in",
  saving: "Saving...",
};
