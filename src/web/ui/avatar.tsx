import { cx } from './cx.ts';

/** One or two letters of a name, or of the part of an e-mail before the @. */
export function initialsOf(name: string): string {
  const words = (name.split('@')[0] ?? '').split(/[\s._-]+/).filter((word) => word !== '');
  const [first = '', second = ''] = [words[0], words[1]].map((word) => /^./u.exec(word ?? '')?.[0] ?? '');
  return (first + second).toLocaleUpperCase('en');
}

/**
 * The picture of a person, or the letters of the name. Decoration: the name stands beside it or on its button, so that the letters are drawn
 * and no text of the page (who speaks to a button says what it is called).
 */
export function Avatar(props: { readonly src: string | null; readonly name: string; readonly className?: string }) {
  return (
    <span
      aria-hidden
      data-letters={props.src === null ? initialsOf(props.name) : undefined}
      className={cx(
        'grid shrink-0 place-items-center overflow-hidden rounded-pill bg-s3 font-620 text-brand-text data-letters:before:content-[attr(data-letters)]',
        props.className ?? 'size-9 text-13',
      )}
    >
      {props.src === null ? null : <img src={props.src} alt="" decoding="async" className="size-full object-cover" />}
    </span>
  );
}
