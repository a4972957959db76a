import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { keepTranslated } from './translated-texts.ts';
import { wishedPage } from './wished-page.ts';

// For a page of ours where there is no network; after everything else, and nothing depends on it.
addEventListener('load', () => {
  const register = () => void navigator.serviceWorker?.register('/offline-worker.js').catch(() => undefined);
  setTimeout(register, 5_000);
});

keepTranslated(document);
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter instrumentations={[wishedPage]} />
    </StrictMode>,
  );
});
