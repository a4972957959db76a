import { CircleHelp, Laptop, Smartphone, Tablet } from 'lucide-react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { ReactNode } from 'react';
import { deviceOf, type DeviceKind } from '#domain/identity/device-name.ts';

const ICONS: Readonly<Record<DeviceKind, ReactNode>> = {
  computer: <Laptop aria-hidden />,
  phone: <Smartphone aria-hidden />,
  tablet: <Tablet aria-hidden />,
  unknown: <CircleHelp aria-hidden />,
};

export function DeviceIcon({ userAgent }: { readonly userAgent: string | null }) {
  return ICONS[deviceOf(userAgent).kind];
}

/** "Chrome, Windows", or that the device is not known. */
export function useDeviceName(): (userAgent: string | null) => string {
  const { t } = useTranslation('settings');
  return (userAgent) => {
    const { browser, system } = deviceOf(userAgent);
    const known = [browser, system].filter((part) => part !== null);
    return known.length === 0 ? t('device.unknown') : known.join(', ');
  };
}
