// Asks once which cookies may be set; works on pages without framework code. The choice is the cookie tikvo.consent: all or needed.
// Where the visitor came from (tikvo.origin) is kept for 30 days after a yes to all, and until the browser ends otherwise.
const { dataset } = document.documentElement;
const box = document.querySelector('[data-consent]');
const secure = location.protocol === 'https:' ? ';secure' : '';
if (!/\btikvo\.consent=/.test(document.cookie)) dataset.consent = 'ask';
addEventListener('click', ({ target }) => {
  const at = target.closest('[data-consent-choice],[data-consent-open]');
  if (!at) return;
  const choice = at.dataset.consentChoice;
  if (choice) {
    document.cookie = `tikvo.consent=${choice};path=/;max-age=31536000;samesite=lax${box.dataset.domain}${secure}`;
    const origin = /tikvo\.origin=[^;]*/.exec(document.cookie);
    if (origin) {
      const age = choice === 'all' ? ';max-age=2592000' : '';
      document.cookie = `${origin[0]};path=/;samesite=lax${age}${box.dataset.domain}${secure}`;
    }
    delete dataset.consent;
  } else {
    const menu = at.closest('details');
    if (menu) menu.open = false;
    dataset.consent = 'ask';
    box.querySelector('button').focus();
  }
});
