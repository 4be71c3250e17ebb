import { Hourglass } from 'lucide-react'
import { formatDateTime } from '../format/format-time.ts'
import { useLateSince } from '../http/late-data.ts'
import layout from '../styles/layout.module.css'
import { Banner } from '../ui/feedback/banner.tsx'
import { t } from '../ui/messages/t.ts'
import css from './late-notice.module.css'

/** Says, on every screen, that the server has not processed all events of what it shows. */
export const LateNotice = ({ isAdmin = false }: { isAdmin?: boolean }) => {
  const since = useLateSince()
  if (since === undefined) return null
  return (
    <div className={`${isAdmin ? layout.admin : layout.page} ${css.notice}`}>
      <Banner kind="warning" icon={<Hourglass />} title={t('lateData', { time: formatDateTime(since) })} live>
        {t('lateDataAdvice')}
      </Banner>
    </div>
  )
}
