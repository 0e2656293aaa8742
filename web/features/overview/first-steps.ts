// Works out which first steps are done, and what each offers. Only data ticks a step.
import { DEVICE_KINDS } from "#contract/devices.ts";
import type { ControllerRow } from "#contract/tables/controllers.ts";
import type { FirstSteps } from "#contract/tables/first-steps.ts";

export type StepId = "organization" | "controller" | "doors" | "person" | "try";

/** The target of a step's button. `missing` names the step that must be done first. */
export type StepOffer =
  | { opens: "organization" | "controller" | "how" }
  | { opens: "silent"; controllerId: string }
  | { opens: "doors"; controller: { id: string; name: string } }
  | { opens: "gate"; controller: ControllerRow }
  | { opens: "access"; organization: { id: string; name: string } }
  | { opens: "person"; organizationId: string | null }
  | { opens: "missing"; step: StepId; needs: StepId }
  | { opens: "page"; href: string };

export interface Step {
  id: StepId;
  done: boolean;
  /** Null: only somebody else can do the step. */
  offer: StepOffer | null;
}

export function systemSteps(state: FirstSteps): Step[] {
  const { organization, person } = state;
  return [
    {
      id: "organization",
      done: organization !== null,
      offer: organization ? page("/system-admin/organizations") : { opens: "organization" },
    },
    { id: "controller", done: hasAnswered(state), offer: controllerOffer(state) },
    { id: "doors", done: state.doors_ready + state.gates_offered > 0, offer: doorsOffer(state) },
    {
      id: "person",
      done: person !== null,
      offer: person
        ? page(`/system-admin/end-users?person=${person.id}`)
        : organization
          ? { opens: "person", organizationId: state.organizations === 1 ? organization.id : null }
          : { opens: "missing", step: "person", needs: "organization" },
    },
    { id: "try", done: state.opened_at !== null, offer: tryOffer(state) },
  ];
}

export function organizationSteps(state: FirstSteps): Step[] {
  const { organization, person } = state;
  const given = state.doors_offered + state.gates_offered > 0;
  return [
    { id: "doors", done: given, offer: given ? page("/org-admin/permissions") : null },
    {
      id: "person",
      done: person !== null,
      offer: person
        ? page(`/org-admin/end-users?person=${person.id}`)
        : { opens: "person", organizationId: organization?.id ?? null },
    },
    { id: "try", done: state.opened_at !== null, offer: tryOffer(state) },
  ];
}

/** Returns the first step that is not done; undefined when all are. */
export function currentStep(steps: readonly Step[]): StepId | undefined {
  return steps.find((step) => !step.done)?.id;
}

/** Returns false where every given door is at a controller whose log cannot be read: nothing ticks the last step there. */
export function seesOpenings({ doors_offered, doors_reporting, gates_offered }: FirstSteps): boolean {
  return gates_offered > 0 || doors_reporting > 0 || doors_offered === 0;
}

/** Tells whether a unit has answered. A gate answers when a camera calls, so its row is enough. */
export function hasAnswered({ controller, gates }: FirstSteps): boolean {
  return gates > 0 || (controller !== null && controller.answered_at !== null);
}

function controllerOffer(state: FirstSteps): StepOffer {
  if (hasAnswered(state)) return page("/system-admin/controllers");
  return state.controller ? { opens: "silent", controllerId: state.controller.id } : { opens: "controller" };
}

/** Returns what the step about doors offers. Names come first, since people choose doors by name; one named door is enough to continue. */
function doorsOffer(state: FirstSteps): StepOffer {
  const { controller, organization, shown_doors: doors } = state;
  if (controller === null) return { opens: "missing", step: "doors", needs: "controller" };
  const isNamed = state.gates > 0 || state.doors > state.doors_unnamed;
  const given = state.doors_offered + state.gates_offered > 0;
  if (!isNamed || (given && state.doors_ready + state.gates_offered === 0)) {
    const unnamed = doors.find((door) => !door.named);
    return {
      opens: "doors",
      controller: { id: unnamed?.controller_id ?? controller.id, name: unnamed?.controller_name ?? controller.name },
    };
  }
  if (organization === null) return { opens: "missing", step: "doors", needs: "organization" };
  if (given || state.organizations > 1) return page("/system-admin/organizations");
  return { opens: "access", organization: { id: organization.id, name: organization.name } };
}

/** Returns the step that follows a new controller. */
export function namingOf(controller: ControllerRow): StepOffer {
  const { id, name, device_type } = controller;
  return DEVICE_KINDS[device_type] === "gate"
    ? { opens: "gate", controller }
    : { opens: "doors", controller: { id, name } };
}

function tryOffer(state: FirstSteps): StepOffer {
  return state.person === null ? { opens: "missing", step: "try", needs: "person" } : { opens: "how" };
}

function page(href: string): StepOffer {
  return { opens: "page", href };
}
