// Where somebody is logged in: the device, since when, and when it was last seen.

import type { SessionFacts } from '@thirty/contracts/accounts/sessions-api.ts'
import { Laptop, Smartphone } from 'lucide-react'
import type { ReactNode } from 'react'
import { Time } from '../ui/display/time.tsx'
import { t } from '../i18n/t.ts'
import layout from '../styles/layout.module.css'
import css from './session-item.module.css'

type SessionItemProps = {
  session: SessionFacts
  /** Behind the device. */
  badge?: ReactNode
  action?: ReactNode
}

export const SessionItem = ({ session, badge, action }: SessionItemProps) => (
  <li className={css.item}>
    {/^(iOS|Android)$/.test(session.system ?? '') ? <Smartphone size={20} /> : <Laptop size={20} />}
    <div className={css.words}>
      <p className={css.device}>
        <span>{deviceLabel(session)}</span>
        {badge}
      </p>
      <p className={layout.quietFacts}>
        <span>{t.rich('devices.lastSeen', { time: () => <Time at={session.lastSeenAt} /> })}</span>
        <span>
          {t.rich('devices.loggedInSince', { time: () => <Time at={session.since} exact="date" /> })}
        </span>
      </p>
    </div>
    {action}
  </li>
)

/** Returns how a person recognises a browser, such as "Firefox on Windows". */
export function deviceLabel({ browser, system }: Pick<SessionFacts, 'browser' | 'system'>): string {
  if (browser !== null && system !== null) return t('common.deviceOnSystem', { browser, system })
  return browser ?? system ?? t('devices.unknownDevice')
}
