// accept-invitation: the form behind the link that admin-manager's `invite` mails. Needs no sign-in: the token is the proof.
import { z } from "zod";

const token = z.string().min(1).max(200);

/** Query of the GET. */
export const invitationLink = z.object({ token });
/** Whether the password is long and strong enough is judged where it is kept. */
export const acceptInvitationRequest = z.object({ token, password: z.string().max(1024) });

/** Whose account it is; the page signs in with it. */
export const invitationReply = z.object({ success: z.literal(true), email: z.string() });
