import { pendingAccountText } from '@thirty/contracts/endpoints/access.ts'
import { Clock } from 'lucide-react'
import { t } from '../../shared/i18n/t.ts'
import { useSession } from '../../shared/session/session.ts'
import frames from '../../shared/styles/frames.module.css'
import { Banner } from '../../shared/ui/feedback/banner.tsx'
import css from './participant-shell.module.css'

/** Tells users whose account is pending, on every screen, that they can read only. */
export const PendingAccountNotice = () => {
  const isPending = useSession(({ session }) => session.kind === 'user' && session.user.status === 'pending')
  if (!isPending) return null
  return (
    <div className={`${frames.page} ${css.notice}`}>
      <Banner kind="warning" icon={<Clock />} title={`${pendingAccountText.message}.`}>
        {t('app.lookAround')}
      </Banner>
    </div>
  )
}
