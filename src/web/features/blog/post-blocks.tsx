import { Fragment, type ReactNode } from 'react';
import type { PostBlock } from '#protocol/blog/posts.ts';

const PROSE =
  'text-[1.0625rem] leading-7 text-pretty [&_a]:font-540 [&_a]:text-brand-text [&_a]:underline [&_a]:underline-offset-2 ' +
  '[&_h2]:mt-9 [&_h2]:mb-3 [&_h2]:scroll-mt-6 [&_h2]:text-[1.375rem] [&_h2]:leading-7 [&_h2]:font-620 [&_h2]:tracking-[-.02em] ' +
  '[&_h3]:mt-6 [&_h3]:mb-2 [&_h3]:text-18 [&_h3]:font-620 [&_p]:mt-4 [&_li]:mt-2 [&_ul]:mt-4 [&_ul]:list-disc [&_ul]:ps-5 [&_ol]:mt-4 [&_ol]:list-decimal [&_ol]:ps-6 ' +
  '[&_blockquote]:my-6 [&_blockquote]:border-s-[3px] [&_blockquote]:border-brand-text [&_blockquote]:ps-4 [&_blockquote]:text-18 [&_blockquote]:font-540 ' +
  '[&_img]:my-6 [&_img]:h-auto [&_img]:max-w-full [&_img]:rounded-card [&_pre]:my-5 [&_pre]:overflow-x-auto [&_pre]:rounded-card [&_pre]:bg-s2 [&_pre]:p-4 [&_pre]:text-13 [&_code]:font-mono ' +
  '[&_table]:my-5 [&_table]:block [&_table]:max-w-full [&_table]:overflow-x-auto [&_table]:text-14 [&_td]:border-t [&_td]:border-line [&_td]:py-2 [&_td]:pe-6 [&_th]:py-2 [&_th]:pe-6 [&_th]:text-start [&_hr]:my-8 [&_hr]:border-line';

/** A post as it is read: the server has made its HTML safe. `card` draws the card of a pair or an event. */
export function PostBlocks(props: {
  readonly blocks: readonly PostBlock[];
  readonly card: (block: Exclude<PostBlock, { readonly kind: 'html' }>) => ReactNode;
}) {
  return props.blocks.map((block, at) => (
    // Their order is all that tells one from another.
    <Fragment key={`${block.kind} ${String(at)}`}>
      {block.kind === 'html' ? (
        <div className={PROSE} dangerouslySetInnerHTML={{ __html: block.html }} />
      ) : (
        props.card(block)
      )}
    </Fragment>
  ));
}
