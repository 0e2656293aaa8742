import type { deviceWarningTexts } from "../device-warnings.ts";

export const deviceWarnings: typeof deviceWarningTexts = {
  warnings: {
    clock_skew: "The device's clock is wrong. Set it, or credentials are valid at the wrong times.",
    macro_missing: "The macro is not on the LPR server.",
    macro_disabled: "The macro is switched off on the LPR server, so the gate does not open. Switch it on there.",
    macro_list_unavailable: "The account may not read the list of macros.",
    camera_clock_wrong:
      "The camera's clock is wrong. The gate does not open for reads whose time is wrong. Set the clock from a time server.",
    password_not_asked:
      "The device asked for no password, so none has been sent. If it wants it without asking, choose the sign-in Basic at once.",
    relay_unit_unknown:
      "The device answered, but not to the path of the connection test. Check the number and test the opening.",
    plain_http: "The connection is unencrypted.",
  },
  macroGone:
    "The LPR server does not have the gate's macro, so the gate does not open. It may have been removed there: make it again, or choose another here.",
};
