/** Colours of the chart, read from the tokens of the page. */
export interface Palette {
  readonly line: string;
  readonly grid: string;
  readonly text: string;
  readonly faint: string;
  readonly mut: string;
  readonly panel: string;
  readonly raised: string;
  readonly edge: string;
  readonly up: string;
  readonly onUp: string;
  readonly upSoft: string;
  readonly down: string;
  readonly onDown: string;
  readonly downSoft: string;
  readonly onLine: string;
  readonly areaTop: string;
  readonly areaBottom: string;
}

/** Reads the tokens as they stand on `<html>` now: theme and colour set are attributes there. */
export function readPalette(): Palette {
  const style = getComputedStyle(document.documentElement);
  // A style sheet that is still on its way has no tokens: a canvas takes no empty colour.
  const token = (name: string) => style.getPropertyValue(`--color-${name}`).trim() || 'transparent';
  const light = document.documentElement.dataset['theme'] === 'light';
  return {
    line: token('brand-text'),
    grid: withAlpha(token('line'), light ? 0.8 : 0.55),
    text: token('text'),
    faint: token('faint'),
    mut: token('mut'),
    panel: token('s1'),
    raised: token('s3'),
    edge: token('line2'),
    up: token('up'),
    onUp: token('on-up'),
    upSoft: token('up-soft'),
    down: token('down'),
    onDown: token('on-down'),
    downSoft: token('down-soft'),
    onLine: light ? '#ffffff' : '#0f141c',
    areaTop: withAlpha(token('brand-text'), 0.22),
    areaBottom: withAlpha(token('brand-text'), 0),
  };
}

/** The palette where prices cannot be trusted: everything that is a price turns grey. */
export function greyed(palette: Palette): Palette {
  return {
    ...palette,
    line: palette.faint,
    areaTop: withAlpha(palette.faint, 0.12),
    areaBottom: withAlpha(palette.faint, 0),
    onLine: palette.panel,
  };
}

/** `#rgb`, `#rrggbb` with an alpha from 0 to 1; other notations stay as they are. */
export function withAlpha(colour: string, alpha: number): string {
  const short = /^#([\da-f])([\da-f])([\da-f])$/i.exec(colour);
  const long = short === null ? colour : `#${short[1]}${short[1]}${short[2]}${short[2]}${short[3]}${short[3]}`;
  if (!/^#[\da-f]{6}$/i.test(long)) return colour;
  return `${long}${Math.round(alpha * 255)
    .toString(16)
    .padStart(2, '0')}`;
}
