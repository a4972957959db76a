/**
 * Selects all of a field that has just got the focus, so that what is typed replaces it: before the next key, which would be appended
 * otherwise (25 and 50 would be 2,550), and again behind a press, which puts the caret where it landed. What was typed meanwhile stays.
 */
export function selectWhole(field: HTMLInputElement): void {
  // Behind the drawing that the focus asks for, which may show the number another way.
  queueMicrotask(() => {
    // To select is to focus: a field that was left meanwhile must not pull the focus back.
    if (document.activeElement !== field) return;
    field.select();
    const { value } = field;
    requestAnimationFrame(() => {
      if (document.activeElement === field && field.value === value) field.select();
    });
  });
}
