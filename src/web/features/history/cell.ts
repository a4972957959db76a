import type { ReactNode } from 'react';

/** A cell of a table; on phones the same cells stand in a card, those of its head first. */
export interface Cell {
  readonly label: string;
  readonly value: ReactNode;
  readonly end?: true;
  readonly head?: true;
  /** In a card it takes the whole line. */
  readonly wide?: true;
}
