// Addresses of https://developer.axis.com/vapix/physical-access-control/.

/** JSON services: POST `{"<prefix>:<Operation>": {…}}`. */
export const SERVICES = {
  accessControl: "/vapix/pacs",
  doorControl: "/vapix/doorcontrol",
  idPoint: "/vapix/idpoint",
  schedule: "/vapix/schedule",
  eventLog: "/vapix/eventlogger",
  network: "/vapix/aconn",
} as const;
export type Service = (typeof SERVICES)[keyof typeof SERVICES];

export const CGI = {
  parameters: "/axis-cgi/param.cgi?action=list&group=root.Brand,root.Properties",
  deviceInfo: "/axis-cgi/basicdeviceinfo.cgi",
  systemReady: "/axis-cgi/systemready.cgi",
  /** It is unconfirmed which of them a firmware answers. */
  systemLogs: ["/axis-cgi/systemlog.cgi", "/axis-cgi/admin/systemlog.cgi"],
} as const;

/** The device's MaxLimit where it was seen. */
export const PAGE_LIMIT = 100;
/** Objects of one writing call; bounds what one refusal holds up. */
export const SET_LIMIT = 25;
/** Schedules of a page: each may have as many characters as hours/keep-hours.ts writes, and a reply holds 1 MiB. */
export const SCHEDULES_LIMIT = 8;
/** Twice the largest controller's capacity. */
export const PAGES_MAX = 1000;
/** Limit for all pages of one list, which are in memory together; fifty thousand credentials fill half of it. */
export const LIST_BYTES_MAX = 64 * 1024 * 1024;
export const NAME_MAX = 64;
export const ALWAYS = "standard_always";
