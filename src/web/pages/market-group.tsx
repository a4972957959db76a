import { SiteFrame } from '../ui/site-frame.tsx';

export default function Page() {
  return <SiteFrame>…</SiteFrame>;
}
