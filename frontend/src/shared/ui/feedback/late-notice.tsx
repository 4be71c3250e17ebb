// Says, on every screen, that what it shows is not of now: the server has not processed all events of it, or it could not be loaded again.

import { CloudOff, Hourglass } from 'lucide-react'
import { formatDateTime } from '../display/time.tsx'
import { useLateSince } from '../../http/response-headers.ts'
import frames from '../../styles/frames.module.css'
import { Button } from '../controls/button.tsx'
import { Banner } from '../display/surfaces.tsx'
import { t } from '../../i18n/t.ts'
import { useStaleScreen } from '../../live/stale-data.ts'
import css from './late-notice.module.css'

export const LateNotice = ({ isAdmin = false }: { isAdmin?: boolean }) => {
  const lateSince = useLateSince()
  const stale = useStaleScreen()
  if (lateSince === undefined && stale === undefined) return null
  return (
    <div className={`${isAdmin ? frames.admin : frames.page} ${css.notice}`}>
      {lateSince !== undefined && (
        <Banner
          kind="warning"
          icon={<Hourglass />}
          title={t('ui.lateData', { time: formatDateTime(lateSince) })}
          live
        >
          {t('ui.lateDataAdvice')}
        </Banner>
      )}
      {stale && (
        <Banner
          kind="warning"
          icon={<CloudOff />}
          title={t('ui.staleData', { time: formatDateTime(stale.since) })}
          action={<Button onClick={stale.reload}>{t('common.tryAgain')}</Button>}
          live
        >
          {t('ui.staleDataAdvice')}
        </Banner>
      )}
    </div>
  )
}
