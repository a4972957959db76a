/** `mila.kovar@mail.test` as `m•••r@mail.test`. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const name = Array.from(email.slice(0, Math.max(at, 0)));
  return `${name[0] ?? ''}•••${name.length > 1 ? (name.at(-1) ?? '') : ''}${email.slice(at)}`;
}

/** The parts of an address between which a line may break: before its @ and its dots, never within a word. */
export function breakable(email: string): readonly string[] {
  return email.split(/(?=[@.])/);
}
