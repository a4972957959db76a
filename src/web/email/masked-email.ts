/** `mila.kovar@mail.test` as `m•••r@mail.test`. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const name = Array.from(email.slice(0, Math.max(at, 0)));
  return `${name[0] ?? ''}•••${name.length > 1 ? (name.at(-1) ?? '') : ''}${email.slice(at)}`;
}
