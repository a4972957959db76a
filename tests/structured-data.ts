type Schema = Readonly<Record<string, unknown>>;

/** What search engines ask for, by the type. */
const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  FAQPage: ['mainEntity', 'inLanguage'],
  BreadcrumbList: ['itemListElement'],
  Article: ['headline', 'author', 'publisher', 'mainEntityOfPage', 'url'],
  Event: ['name', 'startDate', 'endDate', 'eventStatus', 'location', 'url'],
  Question: ['name', 'acceptedAnswer'],
  Answer: ['text'],
  ListItem: ['position', 'name', 'item'],
  Organization: ['name'],
  VirtualLocation: ['url'],
};

/** The types of what a page says to search engines, and what they lack. */
export function structuredData(html: string): { readonly types: string; readonly lacks: readonly string[] } {
  const data = /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/.exec(html)?.[1] ?? '{}';
  const read = JSON.parse(data) as Schema & { readonly '@graph'?: readonly Schema[] };
  const parts = read['@graph'] ?? [read];
  return {
    types: parts.map((part) => part['@type']).join(' '),
    lacks: [...(read['@context'] === 'https://schema.org' ? [] : ['@context']), ...parts.flatMap(faultsOf)],
  };
}

function faultsOf(part: unknown): readonly string[] {
  if (Array.isArray(part)) return part.flatMap(faultsOf);
  if (typeof part !== 'object' || part === null) return [];
  const type = String((part as Schema)['@type']);
  const isThere = (value: unknown) =>
    value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0);
  const missing = (REQUIRED[type] ?? ['a known type']).filter((field) => !isThere((part as Schema)[field]));
  return [...missing.map((field) => `${type}.${field}`), ...Object.values(part).flatMap(faultsOf)];
}
