/** Where a device of this type posts what it reads for a gate, below the portal's address. */
export function platePushPath(type: string, gateId: string): string {
  return `/functions/v1/plate-push/${type}?gateid=${gateId}`;
}
