import type { Action } from './actions.ts'
import {
  changeInForce,
  defaultScoring,
  isSameScoring,
  scalesOf,
  scoringOf,
  type ScoringDraft,
} from './scoring.ts'
import { leaderboardOf, type ModelRow } from './standings.ts'
import { refusedBy, unchanged, type ComparedRow, type Comparison, type Step } from './step.ts'
import { isAdmin, type Contest, type World, type ModelScoring } from './world.ts'

type ScoringAction = Extract<Action, { what: 'compare' | 'apply' | 'undo' }>

/**
 * Decision 0101: a comparison changes nothing. A change backs the run up and applies to all of its points; it is refused if the scoring or
 * the run is another one than in the latest comparison of the admin. An undo is about the scoring alone.
 */
export function changeScoring(world: World, action: ScoringAction): Step {
  const { contest, comparisons } = world
  if (action.what === 'compare') return compare(world, action)
  const seen = comparisons.get(action.by)
  const isOutdated = (seen?.change ?? 0) !== changeInForce(contest)
  const outdated = isOutdated ? ['changed-meanwhile'] : []
  if (action.what === 'undo') {
    const codes = [...outdated, ...(contest.scorings.length === 0 ? ['conflict'] : [])]
    return codes.length > 0
      ? refusedBy(world, ...codes)
      : applied(world, contest.scorings.at(-2) ?? defaultScoring)
  }
  const next = withDraft(contest, action.draft, seen?.contest)
  const isSame = isSameScoring(scoringOf(contest), next)
  const isInvalid = isSame || !isPossible(next) || next.excluded.some((actor) => isAdmin(actor))
  const isOfAnotherRun = (seen?.run ?? 1) !== world.run
  const codes = [
    ...outdated,
    ...(isOfAnotherRun ? ['conflict'] : []),
    ...(isInvalid ? ['invalid-fields'] : []),
  ]
  return codes.length > 0 ? refusedBy(world, ...codes) : applied(world, next)
}

function applied(world: World, scoring: ModelScoring): Step {
  const { contest, backups } = world
  const changes = world.changes + 1
  const scorings = contest.scorings.concat({ ...scoring, change: changes })
  const next = {
    ...world,
    backups: backups.concat({ contest, isDeleted: false }),
    contest: { ...contest, scorings },
    changes,
    isUntouched: false,
  }
  return unchanged(next, { backup: backups.length })
}

function compare(world: World, { by, draft }: Action & { what: 'compare' }): Step {
  const { contest, run } = world
  const inForce = scoringOf(contest)
  const other = withDraft(contest, draft, contest)
  if (!isPossible(other)) return refusedBy(world, 'invalid-fields')
  const comparisons = new Map(world.comparisons).set(by, { run, contest, change: changeInForce(contest) })
  const boards = comparedBoards(leaderboardOf(contest), leaderboardOf(contest, other))
  return unchanged(
    { ...world, comparisons },
    { compared: { isSame: isSameScoring(inForce, other), ...boards } },
  )
}

function comparedBoards(now: readonly ModelRow[], after: readonly ModelRow[]): Omit<Comparison, 'isSame'> {
  const rowOf = ({ actor }: ModelRow): ComparedRow => {
    const [rankNow, rankAfter] = [now, after].map(
      (board) => board.findIndex((row) => row.actor === actor) + 1,
    )
    const pointsIn = (board: readonly ModelRow[]) => board.find((row) => row.actor === actor)?.points ?? null
    return {
      actor,
      rankNow: rankNow || null,
      rankAfter: rankAfter || null,
      pointsNow: pointsIn(now),
      pointsAfter: pointsIn(after),
    }
  }
  const all = new Map([...now, ...after].map((row) => [row.actor, rowOf(row)]))
  const moves = [...all.values()].map((row) => (row.rankNow ?? Infinity) - (row.rankAfter ?? Infinity))
  return {
    now: now.map(rowOf),
    after: after.map(rowOf),
    up: moves.filter((places) => places > 0).length,
    down: moves.filter((places) => places < 0).length,
  }
}

/** Returns the scoring of a draft. The scales of the reviewers are those of the contest that the admin saw. */
function withDraft(
  contest: Contest,
  { weights, excluded, normalise }: ScoringDraft,
  seen: Contest | undefined,
): ModelScoring {
  const { scales } = scoringOf(contest)
  if (normalise === 'on') return { weights, excluded, scales: scalesOf((seen ?? contest).projects) }
  return { weights, excluded, ...(normalise === undefined && scales && { scales }) }
}

const isPossible = ({ weights: { projects, quality, streak } }: ModelScoring): boolean =>
  projects + quality + streak > 0
