/**
 * Moves the focus to a part of a form that is missing: what the press of a main button does that is off. `part`: the name of a field,
 * or of the group (`data-part`) whose first field is meant.
 */
export function focusPart(form: Element, part: string): void {
  form.querySelector<HTMLElement>(`[name="${part}"], [data-part="${part}"] input`)?.focus();
}
