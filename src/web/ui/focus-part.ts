/**
 * Moves the focus to a part of a form that is missing: what the press of a main button does that is off. `part`: the name of a field,
 * of the group (`data-part`) whose first field is meant, or of a place beside the form.
 */
export function focusPart(form: Element, part: string): void {
  const field = form.querySelector<HTMLElement>(`[name="${part}"], [data-part="${part}"] input`);
  (field ?? form.ownerDocument.querySelector<HTMLElement>(`[data-part="${part}"]`))?.focus();
}
