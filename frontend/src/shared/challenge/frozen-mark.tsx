import { Snowflake } from 'lucide-react'
import { formatChallengeTime } from '../format/format-time.ts'
import { isAdminSession, useSession } from '../session/session.ts'
import { useServerNow } from '../ui/display/time.tsx'
import { useCurrentDay } from './current-day.ts'
import { t } from '../i18n/t.ts'
import css from './frozen-mark.module.css'

/** Marks ranks and points beside it as those of an earlier time. Nothing while the leaderboard is not frozen, and for admins, who see the true ones. */
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
