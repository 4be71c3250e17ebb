import { dayMarks, plannedDays } from '../../../shared/day-marks.ts'
import { Route } from '../../../shared/pictures/route.tsx'
import { known, useShowcase } from '../showcase-store.ts'

/** The route of whoever leads just now; before anybody does, the route as it is planned. */
export const RoutePicture = () => {
  const answer = useShowcase(({ showcase }) => known(showcase))
  const leader = answer?.rows[0]
  const day = answer?.day ?? 1
  if (leader === undefined || leader.days.length === 0) {
    return <Route days={plannedDays(day)} of="the challenge" table={false} />
  }
  return <Route days={dayMarks(leader.days, day)} of={leader.name} table={false} />
}
