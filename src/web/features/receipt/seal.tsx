const RAYS = 64;
const [CENTRE, INNER, SHORTEST, STEP] = [60, 38, 4, 1.1];

/** 64 rays from the 64 hex digits of the receipt's fingerprint: another receipt, another seal. Only to look at. */
export function Seal({ fingerprint, tone }: { readonly fingerprint: string; readonly tone: string }) {
  const rays = Array.from({ length: RAYS }, (_, i) => {
    const size = SHORTEST + STEP * Number.parseInt(fingerprint[i] ?? '0', 16);
    const angle = (i / RAYS) * 2 * Math.PI - Math.PI / 2;
    const at = (radius: number) => `${CENTRE + radius * Math.cos(angle)} ${CENTRE + radius * Math.sin(angle)}`;
    return `M${at(INNER)}L${at(INNER + size)}`;
  });
  return (
    <svg aria-hidden viewBox="0 0 120 120" className="size-28 shrink-0 md:size-32">
      <path d={rays.join('')} className="stroke-brand-text" strokeWidth="1.8" strokeLinecap="round" />
      <circle cx={CENTRE} cy={CENTRE} r="24" className={tone} />
    </svg>
  );
}
