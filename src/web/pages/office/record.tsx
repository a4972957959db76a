import { useParams } from 'react-router';
import { NoSuchPlace } from '#web/features/office/no-place.tsx';
import { RecordScreen } from '#web/features/office/record-screen.tsx';
import { deskAt, useOffice } from '#web/features/office/use-office.ts';

/** A record of a desk without a page of its own. */
export default function OneRecord() {
  const { may } = useOffice();
  const { desk: name, record = '' } = useParams();
  const desk = deskAt(name);
  if (desk === null || desk.record === undefined) return <NoSuchPlace permission={null} />;
  return may(desk.permission) ? (
    <RecordScreen key={`${desk.id} ${record}`} desk={desk} id={record} />
  ) : (
    <NoSuchPlace permission={desk.permission} />
  );
}
