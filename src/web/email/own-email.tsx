import { Eye, EyeOff } from 'lucide-react';
import { Fragment, useState, type ReactNode } from 'react';
import { useSecurity } from '../api/security.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { breakable, maskedEmail } from './masked-email.ts';
import { useProve } from '../step-up-context.ts';
import { IconButton } from '../ui/button.tsx';

/** The address may break before its @ and its dots; within a word only where that alone is too long. */
function withBreaks(email: string): ReactNode {
  return breakable(email).map((part, index) => (
    <Fragment key={index}>
      {index === 0 ? null : <wbr />}
      {part}
    </Fragment>
  ));
}

/** An address of the person: masked, and in clear for as long as a step-up of this session holds. */
export function EmailText({ email, covered = false }: { readonly email: string; readonly covered?: boolean }) {
  const { data: security } = useSecurity();
  const isClear = !covered && (security?.stepUpUntil ?? null) !== null;
  return (
    <bdi dir="ltr" className="[overflow-wrap:anywhere] max-[22.4375rem]:text-13">
      {withBreaks(isClear ? email : maskedEmail(email))}
    </bdi>
  );
}

/** The same with a button that asks for the step-up, and covers the address again. */
export function OwnEmail({ email }: { readonly email: string }) {
  const { t } = useTranslation('account');
  const prove = useProve();
  const { data: security } = useSecurity();
  const holds = (security?.stepUpUntil ?? null) !== null;
  const [covered, setCovered] = useState(false);
  const isClear = holds && !covered;
  const press = async () => {
    if (isClear) return setCovered(true);
    if (holds || (await prove()) === 'yes') setCovered(false);
  };
  return (
    <span className="inline-flex max-w-full items-center gap-1">
      <EmailText email={email} covered={covered} />
      <IconButton
        className="-my-2.5 pointer-coarse:-my-3"
        label={isClear ? t('email.hide') : t('email.show')}
        onClick={() => void press()}
      >
        {isClear ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
      </IconButton>
    </span>
  );
}
