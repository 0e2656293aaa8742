import { useQueryClient } from "@tanstack/react-query";
import { useLinkedRow } from "../../lib/use-linked-row.ts";
import { controllersTexts } from "../../texts/controllers.ts";
import { getControllerQueryOptions, type ListedController } from "./api/get-controllers.ts";

/** Opens the dialog of the controller that a link named (`?controller=`). */
export function useLinkedController(open: (controller: ListedController) => void): void {
  const client = useQueryClient();
  useLinkedRow({
    parameter: "controller",
    read: (id) => client.fetchQuery(getControllerQueryOptions(id)),
    open,
    goneText: controllersTexts.gone,
  });
}
