import { useParams } from 'react-router';
import { NoSuchPlace } from '#web/features/office/no-place.tsx';
import { RecordScreen } from '#web/features/office/record-screen.tsx';
import { deskAt, useOffice } from '#web/features/office/use-office.ts';
import { AnswerFiles } from '#web/features/support/answer-files.tsx';

/** A ticket of support: what its record has, and a place for files that go with an answer. */
export default function OneTicket() {
  const { may } = useOffice();
  const { record = '' } = useParams();
  const desk = deskAt('tickets');
  if (desk === null || !may(desk.permission)) return <NoSuchPlace permission={desk?.permission ?? null} />;
  const extra = may('support.write') ? <AnswerFiles ticket={record} /> : null;
  return <RecordScreen key={record} desk={desk} id={record} extra={extra} />;
}
