import { Banner } from '../ui/feedback/banner.tsx'
import { useCurrentDay } from './current-day.ts'
import { FrozenSince } from './frozen-since.tsx'

/** Tells participants that the standings are those of an earlier time. Nothing while the leaderboard is not frozen. */
export const FreezeNotice = () => {
  const { frozen, frozenAt, timeZone } = useCurrentDay()
  if (!frozen || frozenAt === null) return null
  return (
    <Banner kind="info" live>
      <FrozenSince frozenAt={frozenAt} timeZone={timeZone} />
    </Banner>
  )
}
