import frames from '../styles/frames.module.css'
import { Time } from '../ui/display/time.tsx'
import { Banner } from '../ui/display/surfaces.tsx'
import { reloadCurrentDay, useCurrentDay } from './current-day.ts'
import { t } from '../i18n/t.ts'
import css from './day-notice.module.css'

/** Says, on every screen, that the current day could not be loaded, and of when the day is that is shown instead, if one is known. */
export const DayNotice = ({ isAdmin = false }: { isAdmin?: boolean }) => {
  const { hasFailed = false, isLoaded, knownAt, day, totalDays, started } = useCurrentDay()
  // A day that was loaded is right until midnight; the pills tell that the connection is lost.
  if (knownAt === undefined && (isLoaded || !hasFailed)) return null
  return (
    <div className={`${isAdmin ? frames.admin : frames.page} ${css.notice}`}>
      <Banner
        kind="warning"
        title={t('common.currentDayFailed')}
        live
        button={{ onClick: reloadCurrentDay, children: t('common.retry') }}
      >
        {knownAt === undefined
          ? ''
          : t.rich(started ? 'challenge.lastKnownDay' : 'challenge.lastKnownNotStarted', {
              day,
              total: totalDays,
              time: () => <Time at={knownAt} />,
            })}
      </Banner>
    </div>
  )
}
