// The pages of AXIS License Plate Verifier on the camera that the portal reads.
import type { DeviceCall, DeviceReply } from "../network/device-call.ts";

/** Null: no page of the app. */
export function answerApp(call: DeviceCall): DeviceReply | null {
  if (call.path !== "/local/fflprapp/cloud.cgi" || call.method !== "GET") return null;
  return {
    status: 200,
    headers: { "content-type": "text/xml" },
    body: "<cloud_config><url></url><protocol>1</protocol><enable>0</enable><event_new>1</event_new><event_update>1</event_update><event_lost>0</event_lost><use_multipart>1</use_multipart><use_event_buffer>1</use_event_buffer></cloud_config>",
  };
}
