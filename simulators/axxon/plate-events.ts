import { axxonTime } from "./authenticate.ts";
import type { AxxonState, PlateRead } from "./state.ts";

export function toDetectorEvent(read: PlateRead, node: string): Record<string, unknown> {
  const accessPoint = `hosts/${node}/DeviceIpint.1/SourceEndpoint.video:0:0`;
  const hypotheses =
    read.plate === null
      ? []
      : [
          {
            ocr_quality: read.quality,
            plate_full: read.plate,
            country: "Sweden",
            plate_state: "",
            time_best: axxonTime(read.at),
            plate_rectangle: { x: 0.275, y: 0.77, w: 0.051, h: 0.03, index: 0 },
          },
        ];
  const time = new Date(read.at).toISOString();
  return {
    event_type: "ET_DetectorEvent",
    event_name: "axxonsoft.bl.events.DetectorEvent",
    subjects: [accessPoint, `hosts/${node}/AVDetector.2/EventSupplier`],
    body: {
      "@type": "type.googleapis.com/axxonsoft.bl.events.DetectorEvent",
      guid: read.id,
      timestamp: axxonTime(read.at),
      state: "HAPPENED",
      event_type: read.plate === null ? "plateUnrecognized" : "plateRecognized",
      detectors_group: ["DG_LPR_DETECTOR"],
      origin_ext: { access_point: accessPoint, friendly_name: read.camera },
      node_info: { name: node, friendly_name: node },
      details: [
        {
          auto_recognition_result_ex: {
            time_begin: time,
            time_end: time,
            hypotheses,
            direction: { value: read.direction },
            vehicle_class: { value: "Car" },
          },
        },
      ],
    },
  };
}

/** Returns the reads that fit a mask with * and ?; without one all, the unread ones too. */
export function findReads(state: AxxonState, mask: string | undefined): PlateRead[] {
  if (!mask) return [...state.reads];
  const source = mask
    .replaceAll(/[.+^${}()|[\]\\]/g, "\\$&")
    .replaceAll("*", ".*")
    .replaceAll("?", ".");
  const pattern = new RegExp(`^${source}$`, "i");
  return state.reads.filter((read) => read.plate !== null && pattern.test(read.plate));
}
