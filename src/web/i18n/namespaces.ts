import { NAMESPACES } from './spaces.ts';

export { NAMESPACES };
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
