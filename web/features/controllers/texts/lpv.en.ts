import type { lpvTexts } from "./lpv.sv.ts";

export const lpv: typeof lpvTexts = {
  output: "The camera's output",
  outputHint: "The number of the camera's I/O port that drives the gate, usually 1. The port must be set as an output.",
  outputMissing: "Enter the number of the output, 1 to 99.",
  setup: "How the camera is set up",
  setupSteps: [
    "Save the controller. The portal then shows address, user name and password.",
    "Choose Set up the camera. The portal fills in the receiver of push events in AXIS License Plate Verifier.",
    "To do it by hand: open Integration, Push events in the camera, paste the values and choose HTTP POST, JSON without images, new and updated events and the buffer.",
    "Set the camera's clock from a time server. The gate never opens for reads older than five seconds.",
    "Do not let the camera drive the gate by itself: turn the relay off in its own rules, also when the portal keeps the list. An opening from there is not in the log.",
  ],
  panelHelp: "Choose HTTP POST and JSON. Send new and updated events, and turn on the buffer.",
  listSync: "Keep the allow list in the camera",
  listSyncHelp:
    "The portal adds and removes vehicles in the camera's allow list as their validity begins and ends. The list knows no hours, so vehicles that have the gate at certain hours only are not on it. Entries of others are not changed. The gate is opened by the portal even without it.",
  listSyncEnds: "The portal's entries are removed from the camera's list when you save.",
  setUp: "Set up the camera",
  setUpConfirm: "Set up",
  settingUp: "Setting up...",
  setUpQuestion: (name: string) => `Shall the portal set up the camera ${name} to send what it reads here?`,
  setUpConsequence:
    "The portal writes its address and the gate's sign-in into the camera. A receiver that was copied from another of the portal's cameras is overwritten or turned off. Other settings and receivers are not changed.",
  setUpDone: "The camera is set up. What it reads is now sent to the portal.",
  heartbeats: {
    set: "It reports every five minutes, and the portal alerts when it goes silent.",
    left: "The camera's heartbeat goes to somebody else and has not been changed. The portal cannot alert when it goes silent.",
    missing: "This version of the app sends no heartbeat. The portal cannot alert when the camera goes silent.",
  },
  sender: "What reads the number plate",
  senderLpr: "LPR system",
  senderCamera: "Camera with AXIS License Plate Verifier",
};
