import type { refusedCallTexts } from "./refused-calls.sv.ts";

export const refusedCalls: typeof refusedCallTexts = {
  causes: {
    webhook_unauthorized:
      "The user name or password was wrong. Fetch the sign-in in the gate's dialog and enter it at the sender.",
    read_parameter_missing:
      "The address was missing regnr or gateid. Copy the address again from the gate's dialog to the sender.",
    read_too_late: "The call did not arrive in time. Check the network between the sender and the portal.",
    push_unreadable:
      "The camera's call could not be read. Check in the camera that the protocol is HTTP POST with JSON, or press Set up the camera in the gate's dialog.",
    push_too_large: "The call was larger than the portal accepts. Leave out images in the camera.",
    push_unknown_type:
      "The address does not belong to a camera that the portal knows. Copy it again from the gate's dialog.",
    push_from_another_camera:
      "The call came from another camera than the gate's. Set that camera up from its own controller in the portal.",
    request_unreadable: "The call was cut off or could not be read. Check the sender's settings and the network.",
    foreign_website: "The call came from a web page, not from a camera or an LPR system.",
    address_unknown:
      "The call went to a wrong address or with a wrong method. Copy the address again from the gate's dialog.",
    database_unavailable: "The portal's database did not answer. Check the server.",
    internal: "An error in the portal. The cause stands in the server's log.",
    bad_http: "What was sent was no HTTP. Check the port and whether the sender should use https.",
  },
  title: "Refused calls to gates",
  note: "Calls that came without the right sign-in for a gate. None of them is in the access log, and no gate was opened.",
  calls: (count, many) => (many ? `${count} calls` : "1 call"),
  last: "latest",
  from: (address) => `from ${address}`,
  named: (gate) => `to ${gate}`,
  latest: "Latest call that was refused",
  notLogged: "The passage is not in the access log and the gate did not open.",
};
