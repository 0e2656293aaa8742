import type { LucideIcon } from "lucide-react";

export interface FieldButtonProps {
  icon: LucideIcon;
  label: string;
  onPress: () => void;
  isPressed?: boolean | undefined;
  isDisabled?: boolean | undefined;
}

/** Shows a small icon button inside a field. It has a title instead of the portal's tooltip, which would weigh on the login page. */
export function FieldButton({ icon: Icon, label, onPress, isPressed, isDisabled }: FieldButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-pressed={isPressed}
      disabled={isDisabled}
      onClick={onPress}
      className="ring-focus inline-flex size-7 items-center justify-center rounded-check text-ink-2 transition-colors duration-100 hover:bg-hover hover:text-ink coarse:size-10"
    >
      <Icon aria-hidden size={16} />
    </button>
  );
}
