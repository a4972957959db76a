import { useContext } from 'react';
import { NonceContext } from '#web/nonce.ts';

/** What search engines read of a page, as schema.org has it. */
export function Structured({ data }: { readonly data: readonly object[] }) {
  const nonce = useContext(NonceContext);
  const html = JSON.stringify({ '@context': 'https://schema.org', '@graph': data });
  return (
    <script
      type="application/ld+json"
      nonce={nonce}
      suppressHydrationWarning
      // Nothing in it ends the element.
      dangerouslySetInnerHTML={{ __html: html.replaceAll('<', '\\u003c') }}
    />
  );
}

/** Questions with their answers. */
export function faqOf(
  questions: readonly { readonly title: string; readonly summary: string }[],
  lang: string,
): object {
  return {
    '@type': 'FAQPage',
    inLanguage: lang,
    mainEntity: questions.map(({ title, summary }) => ({
      '@type': 'Question',
      name: title,
      acceptedAnswer: { '@type': 'Answer', text: summary },
    })),
  };
}

/** The way from the first page to this one. */
export function wayOf(steps: readonly { readonly name: string; readonly url: string }[]): object {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ name, url: item }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item,
    })),
  };
}
