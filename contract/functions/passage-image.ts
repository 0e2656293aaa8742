// passage-image: the camera's image of one read at a gate, fetched from the LPR server while somebody looks. Answers image/jpeg.
import { z } from "zod";
import { rowId } from "../row-id.ts";

/** `id`: the row in access_logs. */
export const passageImageRequest = z.object({ id: rowId });
