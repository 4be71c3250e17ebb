import type { What } from './actions.ts'
import { changeInForce, defaultScoring, isSameScoring, scalesOf, scoringOf } from './scoring.ts'
import { leaderboardOf, type ModelRow } from './standings.ts'
import { refusedBy, unchanged, type ComparedRow, type Comparison, type Rule, type Step } from './step.ts'
import {
  isAdmin,
  newWorld,
  type Actor,
  type Contest,
  type ModelScoring,
  type ScoringDraft,
  type World,
} from './world.ts'

/** A comparison changes nothing. */
const compare: Rule = (world, { by, draft }) => {
  const { contest, run } = world
  const other = withDraft(contest, draft, contest)
  if (!isPossible(other)) return refusedBy(world, 'invalid-fields')
  const comparisons = new Map(world.comparisons).set(by, { run, contest, change: changeInForce(contest) })
  const isSame = isSameScoring(scoringOf(contest), other)
  const boards = comparedBoards(leaderboardOf(contest), leaderboardOf(contest, other))
  return unchanged({ ...world, comparisons }, { compared: { isSame, ...boards } })
}

function comparedBoards(now: readonly ModelRow[], after: readonly ModelRow[]): Omit<Comparison, 'isSame'> {
  const rowOf = ({ actor }: ModelRow): ComparedRow => {
    const rankIn = (board: readonly ModelRow[]) => board.findIndex((row) => row.actor === actor) + 1 || null
    const pointsIn = (board: readonly ModelRow[]) => board.find((row) => row.actor === actor)?.points ?? null
    const ranks = { rankNow: rankIn(now), rankAfter: rankIn(after) }
    return { actor, ...ranks, pointsNow: pointsIn(now), pointsAfter: pointsIn(after) }
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

/**
 * A change applies to all points of the run. It is refused if the run is another one than in the latest comparison of the admin. An admin
 * who has not compared names the beginning of the log, where no reviewer has a scale.
 */
const apply: Rule = (world, { by, draft }) => {
  const { contest, comparisons, run } = world
  const seen = comparisons.get(by)
  const next = withDraft(contest, draft, seen?.contest ?? newWorld.contest)
  const isSame = isSameScoring(scoringOf(contest), next)
  const isInvalid = isSame || !isPossible(next) || next.excluded.some((actor) => isAdmin(actor))
  const codes = [...((seen?.run ?? 1) === run ? [] : ['conflict']), ...(isInvalid ? ['invalid-fields'] : [])]
  return withScoring(world, by, next, codes)
}

/** An undo is about the scoring alone. */
const undo: Rule = (world, { by }) => {
  const { scorings } = world.contest
  return withScoring(world, by, scorings.at(-2) ?? defaultScoring, scorings.length === 0 ? ['conflict'] : [])
}

/** Backs the run up and changes the scoring, unless it is another one than in the latest comparison of the admin. */
function withScoring(world: World, by: Actor, scoring: ModelScoring, codes: readonly string[]): Step {
  const { contest, backups, comparisons } = world
  const isOutdated = (comparisons.get(by)?.change ?? 0) !== changeInForce(contest)
  if (isOutdated || codes.length > 0)
    return refusedBy(world, ...(isOutdated ? ['changed-meanwhile'] : []), ...codes)
  const changes = world.changes + 1
  const next = {
    ...world,
    backups: backups.concat({ contest, isDeleted: false }),
    contest: { ...contest, scorings: contest.scorings.concat({ ...scoring, change: changes }) },
    changes,
    isUntouched: false,
  }
  return unchanged(next, { backup: backups.length })
}

/** Returns the scoring of a draft. The scales of the reviewers are those of the contest that the admin saw. */
function withDraft(
  contest: Contest,
  { weights, excluded, normalise }: ScoringDraft,
  seen: Contest,
): ModelScoring {
  const { scales } = scoringOf(contest)
  if (normalise === 'on') return { weights, excluded, scales: scalesOf(seen.projects) }
  return { weights, excluded, ...(normalise === undefined && scales && { scales }) }
}

const isPossible = ({ weights: { projects, quality, streak } }: ModelScoring): boolean =>
  projects + quality + streak > 0

/** Decision 0101. */
export const scoringRules = { compare, apply, undo } satisfies { [Name in What]?: Rule }
