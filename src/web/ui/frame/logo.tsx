import { cx } from '../cx.ts';

/**
 * Mark and name; where there is no room for the whole name it wraps out of sight. The name comes from the settings, so that an owner
 * replaces it in one place.
 */
export function Logo({ brand, className }: { readonly brand: string; readonly className?: string }) {
  return (
    <span
      className={cx(
        'inline-flex h-7 min-w-6 flex-wrap items-center gap-x-[9px] gap-y-3 overflow-clip text-18 leading-7 font-680 tracking-[-.02em]',
        className,
      )}
    >
      <svg viewBox="0 0 24 24" aria-hidden className="my-0.5 size-6 shrink-0">
        <rect width="24" height="24" rx="7" fill="var(--color-brand)" />
        <path
          d="M6.5 15.5 10.6 11l3 2.7 4.4-5.4"
          fill="none"
          stroke="#fff"
          strokeWidth="2.3"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
        <circle cx="18" cy="8.2" r="1.9" fill="#fff" />
      </svg>
      <span className="tiny:vh">{brand}</span>
    </span>
  );
}
