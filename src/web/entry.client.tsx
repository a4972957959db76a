import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { keepTranslated } from './translated-texts.ts';
import { wishedPage } from './wished-page.ts';

// For a page of ours where there is no network; after everything else, and nothing depends on it.
const register = () => void navigator.serviceWorker?.register('/offline-worker.js').catch(() => undefined);
const atRest = () => setTimeout(register, 5_000);
// This code may come when the page has loaded already: of that no event tells any more.
if (document.readyState === 'complete') atRest();
else addEventListener('load', atRest);

keepTranslated(document);
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter instrumentations={[wishedPage]} />
    </StrictMode>,
  );
});
