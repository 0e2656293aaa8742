import type { lpvTexts } from "../lpv.ts";

export const lpv: typeof lpvTexts = {
  section: "How the gate is opened",
  output: "The camera's output",
  outputHint: "The number of the camera's I/O port that drives the gate, usually 1. The port must be set as an output.",
  outputMissing: "Enter the number of the output, 1 to 99.",
  setup: "How the camera is set up",
  setupSteps: [
    "Save the controller. The portal then shows address, user name and password.",
    "Open AXIS License Plate Verifier in the camera and choose Integration, Push events.",
    "Paste the values. Choose the protocol HTTP POST, and JSON without images.",
    "Send events of the types new and updated, not lost. Turn on the buffer.",
    "Set the camera's clock from a time server. The gate never opens for reads older than five seconds.",
    "Do not let the camera drive the gate by itself: turn off its own lists.",
  ],
  panelHelp: "Choose HTTP POST and JSON. Send new and updated events, and turn on the buffer.",
  testOpening: "Test opening",
};
