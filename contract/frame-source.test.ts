import { expect, test } from "vitest";
import { FRAME_SOURCE, plainFrameSource } from "./frame-source.ts";

test.each(["SERVER1/DeviceIpint.3/SourceEndpoint.video:0:0", "lpr-01.site_a/DeviceIpint.12/SourceEndpoint.video:1:10"])(
  "%s is a camera's name",
  (name) => {
    expect(FRAME_SOURCE.test(name)).toBe(true);
  },
);

test.each([
  "../DeviceIpint.3/SourceEndpoint.video:0:0",
  "SERVER1/DeviceIpint.../SourceEndpoint.video:0:0",
  "SERVER1/DeviceIpint.3/SourceEndpoint.video:0:0/../../macro",
  "SERVER1/DeviceIpint.3/SourceEndpoint.video:0:0?w=9",
  "SERVER1/DeviceIpint.3/SourceEndpoint.video:0:0\n",
  "SERVER1%2f/DeviceIpint.3/SourceEndpoint.video:0:0",
  "Kamera 1",
  "",
])("%j is none, since the name is a part of the call's path", (name) => {
  expect(FRAME_SOURCE.test(name)).toBe(false);
});

test("the name that stands in the server's events is the camera's, too", () => {
  expect(plainFrameSource(" hosts/SERVER1/DeviceIpint.3/SourceEndpoint.video:0:0\n")).toBe(
    "SERVER1/DeviceIpint.3/SourceEndpoint.video:0:0",
  );
});
