export type DeviceKind = 'computer' | 'phone' | 'tablet' | 'unknown';

export interface Device {
  /** Product name of the browser; null where it does not say. */
  readonly browser: string | null;
  readonly system: string | null;
  readonly kind: DeviceKind;
}

/** First match counts: browsers name those they look like too. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/** What a browser says of itself, in words people know. A hint, for it can say anything. */
export function deviceOf(userAgent: string | null): Device {
  const text = userAgent ?? '';
  const find = (list: typeof BROWSERS) => list.find(([pattern]) => pattern.test(text))?.[1] ?? null;
  const system = find(SYSTEMS);
  return { browser: find(BROWSERS), system, kind: kindOf(text, system) };
}

function kindOf(text: string, system: string | null): DeviceKind {
  if (system === null) return 'unknown';
  if (system === 'iPad' || (system === 'Android' && !/\bMobile\b/.test(text))) return 'tablet';
  return system === 'iPhone' || system === 'Android' ? 'phone' : 'computer';
}
