import { useTranslation } from '#web/i18n/use-translation.ts';

/** The first stop of the keyboard: past the pairs and the chart, some sixty stops, to the ticket. */
export function SkipToTicket() {
  const { t } = useTranslation('trading');
  return (
    <a
      href="#ticket"
      className="vh focus:fixed focus:start-2 focus:top-2 focus:z-40 focus:size-auto focus:rounded-btn focus:bg-s3 focus:px-3 focus:py-2 focus:[clip-path:none]"
    >
      {t('ticket.skip')}
    </a>
  );
}
