/** How much of a time is left, as a ring. `left` is a fraction of 0 to 1. Decorative: the number stands beside it. */
export function CountdownRing({ left, size = 20 }: { readonly left: number; readonly size?: number }) {
  const radius = size / 2 - 2;
  const around = 2 * Math.PI * radius;
  const part = Math.min(1, Math.max(0, left));
  return (
    <svg aria-hidden width={size} height={size} viewBox={`0 0 ${size} ${size}`} className="shrink-0 -rotate-90">
      <circle cx={size / 2} cy={size / 2} r={radius} fill="none" stroke="var(--color-line2)" strokeWidth="3" />
      <circle
        cx={size / 2}
        cy={size / 2}
        r={radius}
        fill="none"
        stroke="var(--color-brand-text)"
        strokeWidth="3"
        strokeLinecap="round"
        strokeDasharray={around}
        strokeDashoffset={around * (1 - part)}
      />
    </svg>
  );
}
