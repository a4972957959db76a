const LONGEST = 254;
const LONGEST_LOCAL = 64;

/**
 * An address as accounts are found by it: trimmed, lower case. null: no mail could reach it (specification: InvalidEmail).
 * Of what RFC 5322 allows we take what people have: no quoted parts, no comments, no address literals.
 */
export function readEmail(text: string): string | null {
  const email = text.trim().toLowerCase().normalize('NFC');
  const at = email.lastIndexOf('@');
  const local = email.slice(0, at);
  const host = email.slice(at + 1);
  if (at < 1 || email.length > LONGEST || local.length > LONGEST_LOCAL) return null;
  if (!/^[^\s@<>()[\]\\,;:"\p{C}]+$/u.test(local) || /^\.|\.\.|\.$/.test(local)) return null;
  const labels = host.split('.');
  const areLabels = labels.every((label) =>
    /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?$/u.test(label),
  );
  return labels.length >= 2 && areLabels && /\p{L}/u.test(labels.at(-1) ?? '') ? email : null;
}

/** What stands before the `@` of an address: the first word that anybody would try as the owner's password. */
export function beginningOf(email: string): string {
  return email.slice(0, email.lastIndexOf('@'));
}

/** First sign of a name and stars: what others see of a person who chose no name. */
export function maskName(name: string): string {
  const first = /^./u.exec(name.trim())?.[0] ?? '*';
  return `${first.toUpperCase()}***`;
}
