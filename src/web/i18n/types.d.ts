import type { Spaces } from './spaces.ts';

/** The English texts stand for all: a key that is not among them does not compile. Codes of refusals come from the server. */
interface Resources extends Omit<Spaces, 'errors' | 'mail'> {
  errors: Record<string, string>;
}

type Name = keyof Resources;
type KeyOf<N extends Name> = keyof Resources[N] & string;

/** The namespace a component reads, or several: keys of the first stand alone. */
export type TextSpace = Name | readonly [Name, ...Name[]];
/** Keys a component may ask for: `title` of its own namespace, `common:title` of the others it named. */
export type Keys<N extends TextSpace> = N extends Name
  ? KeyOf<N>
  : N extends readonly [infer F extends Name, ...infer R extends readonly Name[]]
    ? KeyOf<F> | { [M in F | R[number]]: `${M}:${KeyOf<M>}` }[F | R[number]]
    : never;
