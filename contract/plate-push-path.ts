/** Returns the path below the portal's address where a device of this type posts its reads for a gate. */
export function platePushPath(type: string, gateId: string): string {
  return `/functions/v1/plate-push/${type}?gateid=${gateId}`;
}
