/** One file per namespace and locale; a page is sent only those its row in `routes.ts` names. */
export const NAMESPACES = ['common', 'landing', 'pages', 'seo', 'trading', 'history', 'errors'] as const;
export type Namespace = (typeof NAMESPACES)[number];
/** Flat: `"dir.up": "Up"`. ICU messages. */
export type Messages = Readonly<Record<string, string>>;
export type Catalogue = Readonly<Partial<Record<Namespace, Messages>>>;
