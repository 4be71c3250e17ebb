import { countedTenths, isCounted, roundedQuotient, scoringOf } from './scoring.ts'
import type { Actor, Contest, ModelScoring } from './world.ts'

/** A row of the leaderboard: a participant with at least one project that counts. */
export type ModelRow = { actor: Actor; points: number; projects: number; quality: number; streak: number }

/**
 * Section 6: points descending, then who reached that total first. Participants without a project and excluded ones are left out.
 * Decision 0101: the scoring counts for the whole past, so totals and when they were reached are computed from the first change on.
 */
export function leaderboardOf(contest: Contest, scoring = scoringOf(contest)): ModelRow[] {
  const actors = new Set([...contest.projects.values()].map(({ owner }) => owner))
  return [...actors]
    .filter((actor) => !scoring.excluded.includes(actor))
    .map((actor) => ({
      row: { actor, ...scoreOf(contest.projects, actor, scoring) },
      reachedAt: reachedAt(contest, actor, scoring),
    }))
    .filter(({ row }) => row.projects > 0)
    .toSorted(
      (left, right) =>
        right.row.points - left.row.points ||
        left.reachedAt - right.reachedAt ||
        // Nobody has ever had points: the accounts decide, which are in this order.
        (left.row.actor < right.row.actor ? -1 : 1),
    )
    .map(({ row }) => row)
}

/** Returns the number of the change with which a participant reached the total; -1 for one who never had points. */
function reachedAt({ past }: Contest, actor: Actor, scoring: ModelScoring): number {
  let reached = { points: 0, change: -1 }
  for (const { projects, change } of past) {
    const { points } = scoreOf(projects, actor, scoring)
    if (points !== reached.points) reached = { points, change }
  }
  return reached.change
}

/**
 * Section 6: submitted and approved projects count; quality is the mean official average of the officially rated ones × 20. Points
 * are projects, quality and the days of the streak, each times its weight. In whole tenths, rounded half up.
 */
function scoreOf(projects: Contest['projects'], actor: Actor, scoring: ModelScoring) {
  const { weights } = scoring
  const counted = [...projects.values()].filter((project) => project.owner === actor && isCounted(project))
  const averages = counted.flatMap((project) => countedTenths(project, scoring) ?? [])
  const sum = averages.reduce((total, average) => total + average, 0)
  const qualityTenths = averages.length === 0 ? 0 : roundedQuotient(20 * sum, averages.length)
  const streak = streakOf(new Set(counted.map(({ day }) => day)))
  const whole = weights.projects * counted.length + weights.streak * streak
  const tenths = roundedQuotient(10 * whole + weights.quality * qualityTenths, 10)
  return { points: tenths / 10, projects: counted.length, quality: qualityTenths / 10, streak }
}

/** The length of the unbroken series of days that ends at the latest one. */
function streakOf(days: ReadonlySet<number>): number {
  const latest = Math.max(0, ...days)
  let length = 0
  while (days.has(latest - length)) length += 1
  return length
}
