// passage-image: the camera's image of one read at a gate, fetched from the LPR server while somebody looks. Answers image/jpeg.
import { z } from "zod";
import { fileAction } from "../define-action.ts";
import { rowId } from "../row-id.ts";

/** `id`: the row in access_logs. */
export const passageImage = fileAction("passage-image", z.object({ id: rowId }), "image/jpeg");
