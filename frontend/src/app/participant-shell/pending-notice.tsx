import { pendingAccountMessage } from '@thirty/contracts/endpoints/access.ts'
import { Clock } from 'lucide-react'
import layout from '../../shared/styles/layout.module.css'
import { useSession } from '../../shared/session/session.ts'
import { Banner } from '../../shared/ui/feedback/banner.tsx'
import { serverText } from '../../shared/i18n/server-texts/server-text.ts'
import { t } from '../messages/t.ts'
import css from './participant-shell.module.css'

/** Tells users whose account is pending, on every screen, that they can read only. */
export const PendingNotice = () => {
  const isPending = useSession(({ session }) => session.kind === 'user' && session.user.status === 'pending')
  if (!isPending) return null
  return (
    <div className={`${layout.page} ${css.notice}`}>
      <Banner kind="warning" icon={<Clock />} title={`${serverText(pendingAccountMessage)}.`}>
        {t('lookAround')}
      </Banner>
    </div>
  )
}
