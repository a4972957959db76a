import { useParams } from 'react-router';
import { PostEditor } from '#web/features/blog/post-editor.tsx';
import { NoSuchPlace } from '#web/features/office/no-place.tsx';
import { RecordScreen } from '#web/features/office/record-screen.tsx';
import { deskAt, useOffice } from '#web/features/office/use-office.ts';

/** The record on which one is begun has nothing to write yet. */
const NEW = 'new';

/** A post of the blog: what its record has, and the place where it is written. */
export default function OnePost() {
  const { may } = useOffice();
  const { record = '' } = useParams();
  const desk = deskAt('posts');
  if (desk === null || !may(desk.permission)) return <NoSuchPlace permission={desk?.permission ?? null} />;
  const extra = record === NEW ? null : <PostEditor id={record} mayWrite={may('content.write')} />;
  return <RecordScreen key={record} desk={desk} id={record} extra={extra} />;
}
