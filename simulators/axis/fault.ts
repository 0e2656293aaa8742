export class AxisFault extends Error {
  readonly fault: "env:Sender" | "env:Receiver";
  readonly code: string;
  readonly subCode: string | null;

  constructor(fault: "env:Sender" | "env:Receiver", code: string, subCode: string | null, message: string) {
    super(message);
    this.name = "AxisFault";
    this.fault = fault;
    this.code = code;
    this.subCode = subCode;
  }
}

export const notFound = (): AxisFault =>
  new AxisFault("env:Sender", "ter:InvalidArgVal", "ter:NotFound", "Item not found");

export const invalidArgs = (message: string): AxisFault =>
  new AxisFault("env:Sender", "ter:InvalidArgs", null, message);

export const invalidValue = (subCode: string, message: string): AxisFault =>
  new AxisFault("env:Sender", "ter:InvalidArgVal", subCode, message);

export const inUse = (by: string): AxisFault => invalidValue("ter:ReferenceInUse", `Still in use by: ${by}`);

export const tooManyItems = (): AxisFault =>
  new AxisFault("env:Sender", "ter:InvalidArgs", "ter:TooManyItems", "Too many items requested");

export const notSupported = (message: string): AxisFault =>
  new AxisFault("env:Receiver", "ter:ActionNotSupported", "ter:NotSupported", message);

export const actionFailed = (message: string): AxisFault =>
  new AxisFault("env:Receiver", "ter:Action", "ter:Failure", message);
