import { dayMarks, plannedDays } from '../../../shared/challenge/day-marks.ts'
import { ChallengeRoute } from '../../../shared/charts/days/challenge-route.tsx'
import { useShowcase } from '../showcase-store.ts'
import { t } from '../messages/t.ts'

/** The route of the current leader; the planned route while there is none. */
export const RouteIllustration = () => {
  const response = useShowcase()
  const leader = response?.rows[0]
  const day = response?.day ?? 1
  if (leader === undefined || leader.days.length === 0) {
    return <ChallengeRoute days={plannedDays(day)} personName={t('theChallenge')} table={false} />
  }
  return <ChallengeRoute days={dayMarks(leader.days, day)} personName={leader.name} table={false} />
}
