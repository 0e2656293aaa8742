// accept-invitation: the form behind an invitation's link. Needs no sign-in: the token authenticates.
import { z } from "zod";

const token = z.string().min(1).max(200);

export const invitationLink = z.object({ token });
/** The password's strength is checked when it is stored. */
export const acceptInvitationRequest = z.object({ token, password: z.string().max(1024) });

export const invitationReply = z.object({ success: z.literal(true), email: z.string() });
