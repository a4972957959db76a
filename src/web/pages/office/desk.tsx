import { useParams } from 'react-router';
import { DeskScreen } from '#web/features/office/desk-screen.tsx';
import { NoSuchPlace } from '#web/features/office/no-place.tsx';
import { deskAt, useOffice } from '#web/features/office/use-office.ts';

/** A desk without a screen of its own. */
export default function OneDesk() {
  const { may } = useOffice();
  const desk = deskAt(useParams()['desk']);
  return desk === null || !may(desk.permission) ? (
    <NoSuchPlace permission={desk?.permission ?? null} />
  ) : (
    <DeskScreen key={desk.id} desk={desk} />
  );
}
