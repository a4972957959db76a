// Asks once which cookies may be set; works on pages without framework code. The choice is the cookie tikvo.consent: all or needed.
const { dataset } = document.documentElement;
const box = document.querySelector('[data-consent]');
if (!/\btikvo\.consent=/.test(document.cookie)) dataset.consent = 'ask';
addEventListener('click', ({ target }) => {
  const at = target.closest('[data-consent-choice],[data-consent-open]');
  if (!at) return;
  const choice = at.dataset.consentChoice;
  if (choice) {
    document.cookie = `tikvo.consent=${choice};path=/;max-age=31536000;samesite=lax${box.dataset.domain}`;
    delete dataset.consent;
  } else {
    dataset.consent = 'ask';
    box.querySelector('button').focus();
  }
});
