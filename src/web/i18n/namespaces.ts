/** One file per namespace and locale; a page is sent only those its row in `routes.ts` names. */
export const NAMESPACES = [
  'common',
  'landing',
  'pages',
  'seo',
  'trading',
  'history',
  'errors',
  'auth',
  'account',
  'settings',
  'mail',
  'notifications',
  'legal',
  'privacy',
  'limits',
  'rounds',
  'verify',
  'ticks',
  'assets',
  'hours',
  'feeds',
  'keys',
  'kit',
  'later',
] as const;
export type Namespace = (typeof NAMESPACES)[number];
/** Flat: `"dir.up": "Up"`. ICU messages. */
export type Messages = Readonly<Record<string, string>>;
export type Catalogue = Readonly<Partial<Record<Namespace, Messages>>>;

/** A file may also nest its keys; pages see them flat. */
export type MessageTree = { readonly [key: string]: string | MessageTree };

/** `{ "NoBalance": { "title": "…" } }` -> `{ "NoBalance.title": "…" }`. */
export function flat(tree: MessageTree, prefix = ''): Messages {
  return Object.fromEntries(
    Object.entries(tree).flatMap(([key, value]) =>
      typeof value === 'string' ? [[`${prefix}${key}`, value]] : Object.entries(flat(value, `${prefix}${key}.`)),
    ),
  );
}
