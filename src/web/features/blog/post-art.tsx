import type { ReactNode } from 'react';
import type { PostTag } from '#domain/blog/posts.ts';
import { cx } from '#web/ui/cx.ts';

/** Rays of a seal, each as long as its place says: the same each time. */
const RAYS = Array.from({ length: 40 }, (_, at) => ({ angle: at * 9, length: 24 + ((at * 37) % 29) }));
const BARS = [22, 58, 30, 74, 62, 80, 46, 40, 88, 52];
const GRID = [40, 80, 120, 160, 200, 240, 280];

/** The picture over a post, drawn by its first tag from the colours of the theme. It says nothing that the title doesn’t. */
export function PostArt({ tag, className }: { readonly tag: PostTag; readonly className?: string }) {
  return (
    <svg
      viewBox="0 0 320 180"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden
      className={cx('w-full bg-s2', className)}
    >
      <g className="stroke-line" strokeWidth="1">
        {GRID.map((x) => (
          <path key={x} d={`M${x} 0V180`} />
        ))}
        <path d="M0 60H320M0 120H320" />
      </g>
      {DRAWN[tag]}
    </svg>
  );
}

const DRAWN: Readonly<Record<PostTag, ReactNode>> = {
  fairness: (
    <>
      <g className="stroke-brand-text" strokeWidth="3" strokeLinecap="round">
        {RAYS.map(({ angle, length }) => (
          <path key={angle} d={`M160 ${54 - (length % 7)}v${-length * 0.7}`} transform={`rotate(${angle} 160 90)`} />
        ))}
      </g>
      <circle cx="160" cy="90" r="27" className="fill-ok" />
      <path
        d="m148 91 9 9 16-18"
        fill="none"
        className="stroke-on-ok"
        strokeWidth="6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </>
  ),
  markets: (
    <>
      <path
        d="M0 128 24 134 52 112 86 118 118 90 150 98 186 62 216 70 252 44 286 52 320 30V180H0Z"
        className="fill-brand-soft"
      />
      <path
        d="M0 128 24 134 52 112 86 118 118 90 150 98 186 62 216 70 252 44 286 52 320 30"
        fill="none"
        className="stroke-brand-text"
        strokeWidth="3"
        strokeLinejoin="round"
      />
      <circle cx="252" cy="44" r="8" className="fill-s2 stroke-brand-text" strokeWidth="4" />
    </>
  ),
  product: (
    <g>
      {BARS.map((height, at) => (
        <rect
          key={height}
          x={38 + at * 25}
          y={140 - height}
          width="15"
          height={height}
          rx="4"
          className={at === 5 ? 'fill-brand-text' : 'fill-s3'}
        />
      ))}
    </g>
  ),
  safety: (
    <>
      <path d="M136 86V66a24 24 0 0 1 48 0v20" fill="none" className="stroke-brand-text" strokeWidth="12" />
      <rect x="116" y="82" width="88" height="66" rx="12" className="fill-brand" />
      <path d="M160 108v18" className="stroke-on-brand" strokeWidth="7" strokeLinecap="round" />
    </>
  ),
};
