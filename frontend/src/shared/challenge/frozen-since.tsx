import { formatChallengeTime } from '../format/format-challenge-end.ts'
import { useServerNow } from '../ui/use-now.ts'
import { ChallengeTime } from './challenge-time.tsx'
import { t } from '../i18n/t.ts'

/** Says since when the leaderboard is frozen, for everybody but admins. `frozenAt` is ISO time. */
export const FrozenSince = ({ frozenAt, timeZone }: { frozenAt: string; timeZone: string }) => {
  const now = useServerNow(60_000)
  return t.rich('challenge.frozenSince', {
    when: formatChallengeTime(frozenAt, timeZone, now),
    time: (text) => (
      <ChallengeTime at={frozenAt} timeZone={timeZone}>
        {text}
      </ChallengeTime>
    ),
  })
}
