import { SEAL, sealRays } from '#domain/proofs/seal-rays.ts';

const TONES = { valid: 'fill-ok', provisional: 'fill-warn', invalid: 'fill-bad' } as const;
/** A tick, the hands of a clock, a cross. */
const MARKS = {
  valid: 'M50 61l7 7 14-15',
  provisional: 'M60 48v13l8 5',
  invalid: 'M52 52l16 16M68 52l-16 16',
} as const;

/** 64 rays from the 64 hex digits of the receipt's fingerprint: another receipt, another seal. Only to look at. */
export function Seal(props: { readonly fingerprint: string; readonly verdict: 'valid' | 'provisional' | 'invalid' }) {
  const { fingerprint, verdict } = props;
  return (
    <svg aria-hidden viewBox={`0 0 ${SEAL.size} ${SEAL.size}`} className="size-28 shrink-0 md:size-32">
      <path d={sealRays(fingerprint)} className="stroke-brand-text" strokeWidth="1.8" strokeLinecap="round" />
      <circle cx={SEAL.centre} cy={SEAL.centre} r="24" className={TONES[verdict]} />
      <path d={MARKS[verdict]} className="fill-none stroke-bg" strokeWidth="4.5" strokeLinecap="round" />
    </svg>
  );
}
