// What marks parts of a screen: ranks and points of an earlier time, a run that was imported, and the badge of a day of the challenge.

import { Snowflake } from 'lucide-react'
import type { ComponentProps } from 'react'
import { isAdminSession, useSession } from '../session/session.ts'
import { useServerNow, formatChallengeTime } from '../ui/display/time.tsx'
import { useCurrentDay, useToday } from './current-day.ts'
import { t } from '../i18n/t.ts'
import { Banner } from '../ui/display/surfaces.tsx'
import { DayBadge } from '../ui/display/marks.tsx'
import css from './challenge-marks.module.css'

/** Says since when the ranks and points beside it are frozen. Nothing while they are not, and for admins, who see the true ones. */
export const FrozenMark = () => {
  const { frozen, frozenAt, timeZone } = useCurrentDay()
  const isAdmin = useSession(({ session }) => isAdminSession(session))
  const now = useServerNow(60_000)
  if (!frozen || frozenAt === null || isAdmin) return null
  return (
    <p className={css.mark}>
      <Snowflake size={14} />
      <span>
        {t.rich('challenge.frozenSince', {
          when: formatChallengeTime(frozenAt, timeZone, now),
          // Without a tooltip: a mark can be in a link.
          time: (text) => text,
        })}
      </span>
    </p>
  )
}

/** Says that the current run was imported from a backup file without a known signature. Nothing for other runs. */
export const ImportedNotice = () => useCurrentDay(({ imported }) => imported) === true && <ImportedBanner />

/** The same banner, for callers that know it of another run, such as the run of a past leaderboard. */
export const ImportedBanner = () => <Banner kind="warning">{t('challenge.importedRun')}</Banner>

/** The badge of a day of the challenge, which is marigold while that is today. */
export const ChallengeDayBadge = (badge: Omit<ComponentProps<typeof DayBadge>, 'today' | 'of'>) => (
  <DayBadge {...badge} today={useToday() === badge.day} />
)
