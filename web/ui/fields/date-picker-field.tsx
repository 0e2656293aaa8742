// The date picker itself; pages use date-picker.tsx, which fetches it. Monday first, week numbers at the left.
import { type CalendarDate, getLocalTimeZone, parseDate, today } from "@internationalized/date";
import { getISOWeek } from "date-fns";
import { CalendarDays, ChevronLeft, ChevronRight } from "lucide-react";
import { use } from "react";
import {
  DatePicker as AriaDatePicker,
  Button,
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarStateContext,
  DateInput,
  DateSegment,
  Dialog,
  Group,
  Heading,
  Popover,
} from "react-aria-components";
import { cx } from "#web/lib/cx.ts";
import { words } from "#web/texts/words.sv.ts";
import { type FieldBinding, FieldHelp, FieldLabel, type FieldLooks, fieldBox, fieldRoot } from "./field.tsx";

export interface DatePickerProps extends Omit<FieldBinding<string | null>, "inputRef">, FieldLooks {
  min?: string | undefined;
  max?: string | undefined;
  /** In a filter: may be empty, without a hint. */
  filter?: boolean | undefined;
}

export function DatePicker(props: DatePickerProps) {
  const { label, labelNote, hint, optional, errorMessage, value, onChange, onBlur, min, max, filter, className } =
    props;
  return (
    <AriaDatePicker<CalendarDate>
      {...(props.name === undefined ? {} : { name: props.name })}
      {...(onBlur ? { onBlur: () => onBlur() } : {})}
      {...(min === undefined ? {} : { minValue: parseDate(min) })}
      {...(max === undefined ? {} : { maxValue: parseDate(max) })}
      value={value === null ? null : parseDate(value)}
      onChange={(date) => onChange(date === null ? null : date.toString())}
      isDisabled={props.isDisabled ?? false}
      autoFocus={props.autoFocus ?? false}
      isRequired={!optional && !filter}
      isInvalid={errorMessage !== undefined}
      validationBehavior="aria"
      firstDayOfWeek="mon"
      shouldForceLeadingZeros
      className={fieldRoot(className)}
    >
      <FieldLabel label={label} labelNote={labelNote} optional={optional} />
      <Group className={fieldBox}>
        <DateInput className="tabular flex min-w-0 flex-1 items-center self-stretch px-2.5">
          {(segment) => (
            <DateSegment
              segment={segment}
              className="rounded-plate px-px outline-none data-focused:bg-accent data-focused:text-on-accent data-focused:forced-chosen not-data-focused:data-placeholder:text-ink-3"
            />
          )}
        </DateInput>
        <Button className="ring-focus mr-1 inline-flex size-7 items-center justify-center rounded-check text-ink-2 data-hovered:bg-hover coarse:size-10">
          <CalendarDays aria-hidden size={15} />
        </Button>
      </Group>
      <FieldHelp hint={hint} errorMessage={errorMessage} />
      <Popover
        offset={4}
        className="motion-popover z-50 overflow-auto rounded-card border border-floating-line bg-raised p-3 shadow-menu"
      >
        <Dialog className="outline-none">
          <Calendar>
            <div className="mb-2 flex items-center gap-1">
              <Heading className="flex-1 pl-1 text-card text-ink" />
              <Button slot="previous" className={ARROW}>
                <ChevronLeft aria-hidden size={16} />
              </Button>
              <Button slot="next" className={ARROW}>
                <ChevronRight aria-hidden size={16} />
              </Button>
            </div>
            <Month />
          </Calendar>
        </Dialog>
      </Popover>
    </AriaDatePicker>
  );
}

const ARROW =
  "ring-focus inline-flex size-7 items-center justify-center rounded-chip text-ink-2 data-disabled:opacity-50 data-hovered:bg-hover coarse:size-11";
const CELL = "size-7 coarse:size-11 text-center align-middle";

function Month() {
  const state = use(CalendarStateContext);
  if (!state) return null;
  const first = state.visibleRange.start;
  const weeks = Array.from({ length: state.getWeeksInMonth(first) }, (_, week) => state.getDatesInWeek(week, first));
  const now = today(getLocalTimeZone());
  return (
    <CalendarGrid className="tabular border-separate border-spacing-0.5 text-small">
      <thead aria-hidden>
        <tr>
          <th className={cx(CELL, "font-normal text-ink-3")}>{words.weekShort}</th>
          {words.weekdays.map((day) => (
            <th key={day} className={cx(CELL, "font-normal text-ink-3")}>
              {day}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((dates, week) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a week has no other name
          <tr key={week}>
            <td aria-hidden className={cx(CELL, "text-floor text-ink-3")}>
              {weekOf(dates)}
            </td>
            {dates.map((date, day) =>
              date ? (
                <CalendarCell
                  key={date.toString()}
                  date={date}
                  className={cx(
                    "ring-focus flex cursor-default items-center justify-center rounded-chip data-disabled:opacity-50 data-hovered:bg-hover data-outside-month:text-ink-3 data-selected:bg-accent data-selected:text-on-accent data-selected:forced-chosen",
                    CELL,
                    date.compare(now) === 0 && "inset-ring inset-ring-field forced-colors:border",
                  )}
                />
              ) : (
                // biome-ignore lint/suspicious/noArrayIndexKey: an empty place has no other name
                <td key={day} />
              ),
            )}
          </tr>
        ))}
      </tbody>
    </CalendarGrid>
  );
}

function weekOf(dates: readonly (CalendarDate | null)[]): string {
  const date = dates.find((day) => day !== null);
  return date ? String(getISOWeek(new Date(date.year, date.month - 1, date.day))) : "";
}
