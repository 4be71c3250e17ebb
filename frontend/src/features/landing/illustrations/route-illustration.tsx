import { dayMarks, plannedDays } from '../../../shared/challenge/day-marks.ts'
import { ChallengeRoute } from '../../../shared/charts/days/challenge-route.tsx'
import { showcaseResponse, useShowcase } from '../showcase-store.ts'

/** The route of whoever leads just now; before anybody does, the route as it is planned. */
export const RouteIllustration = () => {
  const answer = useShowcase(({ showcase }) => showcaseResponse(showcase))
  const leader = answer?.rows[0]
  const day = answer?.day ?? 1
  if (leader === undefined || leader.days.length === 0) {
    return <ChallengeRoute days={plannedDays(day)} personName="the challenge" table={false} />
  }
  return <ChallengeRoute days={dayMarks(leader.days, day)} personName={leader.name} table={false} />
}
