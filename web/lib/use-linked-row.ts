// A link from a log row, an overview, Synkstatus or the command palette names a row in the address: its dialog opens.
import { useLocation, useNavigate } from "@tanstack/react-router";
import { useEffect, useEffectEvent } from "react";
import { z } from "zod";
import { toastError, toastFailure } from "../ui/toast.tsx";
import { BackendError } from "./errors.ts";

const NO_SUCH_ROW = "PGRST116";

export interface LinkedRow<Row> {
  /** Of the address: `?person=`. */
  parameter: "person" | "controller";
  /** Throws BackendError. */
  read: (id: string) => Promise<Row>;
  open: (row: Row) => void;
  /** Told when the row is there no more. */
  goneText: string;
}

/** Calls `open` once for each such parameter that the page is come to with, and takes it out of the address. */
export function useLinkedRow<Row>({ parameter, read, open, goneText }: LinkedRow<Row>): void {
  const navigate = useNavigate();
  const id = useLocation({ select: ({ search }) => idIn(search, parameter) });

  const follow = useEffectEvent(async (linked: string) => {
    // First, so that neither reloading nor coming back here opens it once more.
    await navigate({ to: ".", search: {}, replace: true });
    try {
      open(await read(linked));
    } catch (error) {
      if (error instanceof BackendError && error.code === NO_SUCH_ROW) toastError(goneText);
      else toastFailure(error);
    }
  });
  useEffect(() => {
    if (id !== null) void follow(id);
  }, [id]);
}

function idIn(search: object, parameter: string): string | null {
  const { data } = z.record(z.string(), z.unknown()).safeParse(search);
  return z.uuid().safeParse(data?.[parameter]).data ?? null;
}
