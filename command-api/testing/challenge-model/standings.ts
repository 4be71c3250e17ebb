import { averageRating } from './ratings.ts'
import { isAdmin, type Actor, type Contest, type ModelProject, type Standing } from './world.ts'

/** A row of the leaderboard: a participant with at least one project that counts. */
export type ModelRow = { actor: Actor; points: number; projects: number; quality: number; streak: number }

/** Section 6: points descending, then who reached that total first. Participants without a project are left out. */
export function leaderboardOf(contest: Contest): ModelRow[] {
  const actors = new Set([...contest.projects.values()].map(({ owner }) => owner))
  return [...actors]
    .filter((actor) => scoreOf(contest, actor).projects > 0)
    .toSorted((left, right) => {
      const [one, other] = [standingOf(contest, left), standingOf(contest, right)]
      return other.tenths - one.tenths || one.reachedAt - other.reachedAt
    })
    .map((actor) => {
      const { tenths, projects, qualityTenths, streak } = scoreOf(contest, actor)
      return { actor, points: tenths / 10, projects, quality: qualityTenths / 10, streak }
    })
}

/** Returns the contest with the standings after a change: a new total is reached at this change. */
export function withStandings(contest: Contest, change: number): Contest {
  const standings = new Map(contest.standings)
  for (const { owner } of contest.projects.values()) {
    const { tenths } = scoreOf(contest, owner)
    if (standingOf(contest, owner).tenths !== tenths) standings.set(owner, { tenths, reachedAt: change })
  }
  return { ...contest, standings }
}

const standingOf = ({ standings }: Contest, actor: Actor): Standing =>
  standings.get(actor) ?? { tenths: 0, reachedAt: -1 }

/**
 * Section 6: submitted and approved projects count; quality is the mean official average of the officially rated ones × 20;
 * 3 points for a project, half the quality, and 2 for each day of the streak. In whole tenths, rounded half up.
 */
function scoreOf({ projects }: Contest, actor: Actor) {
  const counted = [...projects.values()].filter(
    ({ owner, status }) => owner === actor && (status === 'submitted' || status === 'approved'),
  )
  const averages = counted
    .map(officialRatings)
    .filter(({ ratings }) => ratings.size > 0)
    .map(averageRating)
  const sum = averages.reduce((total, average) => total + Math.round(average * 10), 0)
  const qualityTenths =
    averages.length === 0 ? 0 : Math.floor((40 * sum + averages.length) / (2 * averages.length))
  const streak = streakOf(new Set(counted.map(({ day }) => day)))
  const tenths = 30 * counted.length + Math.floor((qualityTenths + 1) / 2) + 20 * streak
  return { tenths, projects: counted.length, qualityTenths, streak }
}

const officialRatings = ({ ratings }: ModelProject): Pick<ModelProject, 'ratings'> => ({
  ratings: new Map([...ratings].filter(([rater]) => isAdmin(rater))),
})

/** The length of the unbroken series of days that ends at the latest one. */
function streakOf(days: ReadonlySet<number>): number {
  const latest = Math.max(0, ...days)
  let length = 0
  while (days.has(latest - length)) length += 1
  return length
}
