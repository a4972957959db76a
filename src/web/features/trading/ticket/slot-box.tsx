/** A place of the screen that somebody else draws into. */
export function SlotBox({
  onElement,
  className,
}: {
  readonly onElement: (element: HTMLElement | null) => void;
  readonly className?: string;
}) {
  return <div ref={onElement} className={className} />;
}
