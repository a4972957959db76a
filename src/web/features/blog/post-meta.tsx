import type { PostHead } from '#protocol/blog/posts.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useFormats, useShell } from '#web/shell-context.ts';

/** What it is about, when it was published, how long it takes, and that it isn’t in the reader’s language where it isn’t. */
export function PostMeta({ post }: { readonly post: PostHead }) {
  const { t } = useTranslation('blog');
  const formats = useFormats();
  const { locale } = useShell();
  const [tag = 'product'] = post.tags;
  return (
    <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-13 text-mut">
      <span className="rounded-chip bg-brand-soft px-2 py-0.5 text-12 font-540 text-brand-text">{t(`tag.${tag}`)}</span>
      <time dateTime={post.publishedAt}>{formats.date(Date.parse(post.publishedAt))}</time>
      <span>{t('minutes', { count: post.minutes })}</span>
      {post.language === locale ? null : <span>{t('in_english')}</span>}
    </p>
  );
}
