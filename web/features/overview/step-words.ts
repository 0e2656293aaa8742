// The second line of each step: its purpose, or what was made and when.

import type { LucideIcon } from "lucide-react";
import { Building2, DoorClosed, Keyboard, Server, UserPlus } from "lucide-react";
import { DEVICE_KINDS } from "#contract/devices.ts";
import type { FirstSteps } from "#contract/tables/first-steps.ts";
import { formatNamedMoment } from "#web/lib/dates.ts";
import { hasAnswered, type Step, type StepId, seesOpenings } from "./first-steps.ts";
import { firstStepsTexts as t } from "./texts/first-steps.sv.ts";

export function stepTitle(id: StepId, own: boolean): string {
  return own && id === "doors" ? t.ownDoors : t[id];
}

export function stepLine(step: Step, state: FirstSteps, own: boolean, now: Date): string {
  switch (step.id) {
    case "organization":
      return organizationLine(state, now);
    case "controller":
      return controllerLine(state, now);
    case "doors":
      return own ? ownDoorsLine(state) : doorsLine(state);
    case "person":
      return state.person
        ? t.personDone(state.person.name, formatNamedMoment(state.person.created_at, now))
        : personHelp(state);
    case "try":
      if (state.opened_at !== null) return t.tryDone(formatNamedMoment(state.opened_at, now));
      if (state.doors_offered === 0) return state.gates_offered > 0 ? t.tryGate : t.tryAny;
      if (!seesOpenings(state)) return t.tryUnheard;
      return state.gates_offered > 0 ? t.tryAny : t.tryDoor;
  }
}

export function stepButton(step: Step, state: FirstSteps): { label: string; icon?: LucideIcon } {
  if (step.offer?.opens === "silent") return { label: t.showController, icon: Server };
  switch (step.id) {
    case "organization":
      return { label: t.organization, icon: Building2 };
    case "controller":
      return { label: t.controller, icon: Server };
    case "doors":
      if (step.offer?.opens === "access" || step.offer?.opens === "page")
        return { label: state.doors === 0 ? t.assignGate : t.assignDoors, icon: DoorClosed };
      return { label: t.nameDoors, icon: DoorClosed };
    case "person":
      return { label: t.addPerson, icon: UserPlus };
    case "try":
      return { label: t.showHow, icon: Keyboard };
  }
}

function organizationLine({ organization, organizations }: FirstSteps, now: Date): string {
  if (!organization) return t.organizationHelp;
  if (organizations > 1) return t.organizationsDone(organization.name, organizations - 1);
  return t.organizationDone(organization.name, formatNamedMoment(organization.created_at, now));
}

function controllerLine(state: FirstSteps, now: Date): string {
  const { controller } = state;
  if (!controller) return t.controllerHelp;
  if (!hasAnswered(state)) return t.controllerSilent(controller.name);
  if (controller.answered_at === null || DEVICE_KINDS[controller.device_type] === "gate")
    return t.gateDone(controller.name);
  return t.controllerDone(controller.name, formatNamedMoment(controller.answered_at, now), state.doors);
}

function doorsLine(state: FirstSteps): string {
  const { organization, organizations } = state;
  const given = state.doors_offered + state.gates_offered;
  if (given === 0) {
    const only = organizations === 1 ? (organization?.name ?? null) : null;
    if (state.doors + state.gates === 0) return t.doorsLater;
    return state.doors > 0 && state.doors === state.doors_unnamed && state.gates === 0
      ? t.doorsHelp(state.doors, only)
      : t.assignHelp(only);
  }
  if (state.doors_ready + state.gates_offered === 0) return t.nameHelp(state.doors_unnamed);
  const what = t.given(t.doorsDone(state.doors_offered, state.gates_offered));
  return state.doors_unnamed > 0 ? `${what} · ${t.unnamedLeft(state.doors_unnamed)}` : what;
}

function ownDoorsLine({ doors_offered, gates_offered }: FirstSteps): string {
  return doors_offered + gates_offered === 0 ? t.ownDoorsHelp : t.doorsDone(doors_offered, gates_offered);
}

function personHelp({ doors, gates }: FirstSteps): string {
  if (gates === 0) return t.personHelp;
  return doors === 0 ? t.personHelpGate : t.personHelpBoth;
}
