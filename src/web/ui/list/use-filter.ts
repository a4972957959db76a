import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';

export interface Filter<N extends string> {
  readonly values: Readonly<Record<N, string>>;
  readonly set: (part: Partial<Readonly<Record<N, string>>>) => void;
  readonly clear: () => void;
  readonly isOn: boolean;
}

/** The query of an address with these names as they are, and whatever else stands in it. */
export function withFilter(search: string, values: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(search);
  for (const [name, value] of Object.entries(values)) {
    if (value.trim() === '') query.delete(name);
    else query.set(name, value);
  }
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

/** Puts a filter into the address. Not by the router: nothing is to be loaded for a letter that is typed. */
export function putFilter(values: Readonly<Record<string, string>>): void {
  const search = withFilter(location.search, values);
  if (search !== location.search)
    history.replaceState(history.state, '', `${location.pathname}${search}${location.hash}`);
}

/** A filter that is kept in the address: a reload, a bookmark and a link to a colleague show the same rows. `names` stay the same. */
export function useFilter<N extends string>(names: readonly N[]): Filter<N> {
  const { search } = useLocation();
  const [values, setValues] = useState(() => {
    const query = new URLSearchParams(typeof location === 'undefined' ? search : location.search);
    return Object.fromEntries(names.map((name) => [name, query.get(name) ?? ''])) as Record<N, string>;
  });
  useEffect(() => putFilter(values), [values]);
  const empty = () => Object.fromEntries(names.map((name) => [name, ''])) as Record<N, string>;
  return {
    values,
    set: (part) => setValues((was) => ({ ...was, ...part })),
    clear: () => setValues(empty()),
    isOn: Object.values<string>(values).some((value) => value.trim() !== ''),
  };
}
