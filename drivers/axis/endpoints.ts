// Paths and operations of Axis door controllers: https://developer.axis.com/vapix/physical-access-control/

/** JSON services: POST `{"<prefix>:<Operation>": {…}}`. */
export const SERVICES = {
  accessControl: "/vapix/pacs",
  doorControl: "/vapix/doorcontrol",
  idPoint: "/vapix/idpoint",
} as const;

export const CGI = {
  parameters: "/axis-cgi/param.cgi?action=list&group=root.Brand,root.Properties",
  deviceInfo: "/axis-cgi/basicdeviceinfo.cgi",
  /** Which one a firmware answers is unconfirmed, so both are tried. */
  systemLogs: ["/axis-cgi/systemlog.cgi", "/axis-cgi/admin/systemlog.cgi"],
} as const;

/** The device's own MaxLimit is 100 where it was seen. */
export const PAGE_LIMIT = 100;
/** 100,000 objects: twice the capacity of the largest controller. */
export const PAGES_MAX = 1000;
/** Names on the device; longer ones are cut. */
export const NAME_MAX = 64;
/** Active at all hours. */
export const ALWAYS = "standard_always";
