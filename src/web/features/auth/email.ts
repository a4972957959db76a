import { useState } from 'react';

/** Something before one @, a name with a dot after it, no spaces. The server judges again. */
export function isEmail(text: string): boolean {
  return /^[^\s@]{1,64}@[^\s@.]+(?:\.[^\s@.]+)+$/u.test(text.trim()) && text.trim().length <= 254;
}

/** What was typed on one form of the page stands on the next. Never kept longer than the page. */
let typed = '';

/** Keeps an address for the next form of the page. */
export function keepEmail(email: string): void {
  typed = email;
}

export function useEmail(): readonly [string, (text: string) => void] {
  const [email, setEmail] = useState(typed);
  return [
    email,
    (text) => {
      typed = text;
      setEmail(text);
    },
  ];
}
