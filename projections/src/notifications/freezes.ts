import type { Runs } from '@thirty/contracts/challenge/challenge-state.ts'
import type { RecordedAt } from './project-activity.ts'

/**
 * A freeze of the leaderboard from a time (milliseconds since 1970) to its end: the reveal, or a reset or restore, which reveals, too.
 * Without `end` it is set now.
 */
export type Freeze = { frozenAt: number; end?: RecordedAt }

/** Returns the freezes of all runs that began, oldest first. A reset or a restore ends the freeze of the run before. */
export function freezesOf({ runs }: Runs): Freeze[] {
  const beginnings = [...runs.values()].flatMap(({ begun }) => begun ?? [])
  return [...runs.values()].flatMap(({ freezes }) =>
    freezes.flatMap(({ time: frozenAt, position }, index): Freeze[] => {
      const next = freezes[index + 1]
      if (frozenAt === undefined || next?.what === 'LeaderboardFrozen' || next?.what === 'FreezeCancelled')
        return []
      const end = next ?? beginnings.find((begun) => begun.position > position)
      if (end === undefined) return [{ frozenAt }]
      return frozenAt > Date.parse(end.at) ? [] : [{ frozenAt, end: { position: end.position, at: end.at } }]
    }),
  )
}

/** Returns ratings with the place and time at which everybody learned of them: those given during a freeze at its end. */
export const asRevealed = <Rating extends RecordedAt>(
  freezes: readonly Freeze[],
  ratings: readonly Rating[],
): Rating[] =>
  ratings.map((rating) => {
    const freeze = freezes.find(
      ({ frozenAt, end }) =>
        end !== undefined && Date.parse(rating.at) >= frozenAt && rating.position < end.position,
    )
    return { ...rating, ...freeze?.end }
  })
