interface Look {
  readonly document: string;
  readonly officer: string;
  readonly what: string;
}

/** The looks, newest first, without those that only say the one above again: an officer who comes back to an open document. */
export function onceEach<T extends Look>(looks: readonly T[]): readonly T[] {
  return looks.filter((look, no) => {
    const above = looks[no - 1];
    const isSame = above?.document === look.document && above.officer === look.officer && above.what === look.what;
    return !isSame;
  });
}
