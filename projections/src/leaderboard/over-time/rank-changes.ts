// The changes of rank in the feed. The feed cannot know a rank when it applies an event: ranks depend on all participants, and with ten
// thousand of them nearly every event changes some. So changes of rank are published at the end of a date, and "took the lead" appears
// after midnight. Considered: a document with the best of each shard of participants, which every change of points would write, and which
// knows no moves below the first ten.

import { startOfDay } from '@thirty/contracts/challenge/calendar.ts'
import type { RankChange } from '../../summaries.ts'
import { standingAtEndOf } from '../participant.ts'
import type { Standings } from '../standings.ts'
import { dateBefore, pastResults, type RankLookup } from './daily-ranks.ts'

const maxDates = 7
/** Most participants of a date who moved up, the best ranks first. */
const maxMovedUp = 10
/** A participant moved up if the new rank is one of the first ten, or at least this much better. */
const fewestPlaces = 5
const topRanks = 10
/** Milliseconds after the start of a day when all events of the day before have arrived. */
const lateEventsMs = 3_600_000
const dayMs = 86_400_000

type Moved = { person: string; rank: number; places: number }

/**
 * Returns a query of the changes of rank on the latest past dates on which points changed: who took the lead, and who moved up, at
 * most ten on each date. A result depends on the log and on today's date only, so a rebuild has the same. It is computed with three
 * scans of all participants, and kept until the next date.
 */
export function rankChanges(board: Standings): () => Promise<readonly RankChange[]> {
  const { store, readModel, clock, timeZone } = board
  const cached = pastResults<Computed>(1, clock)
  return async () => {
    const live = await store.liveBuild(readModel)
    if (live === undefined) return []
    const today = dateBefore(clock(), 0, timeZone)
    const { changes } = await cached.forceFetch(`${live.epoch} ${today}`, {
      context: () => compute(board, today),
    })
    return changes
  }
}

type Computed = { changes: readonly RankChange[]; isComplete: boolean }

async function compute(board: Standings, today: string): Promise<Computed> {
  const startOfToday = startOfDay(Date.parse(today) / dayMs, board.timeZone)
  const hasWaited = board.clock() - startOfToday >= lateEventsMs
  const { positions, isComplete } = await changedDates(board, today)
  // One more than are returned: the first date is compared with it.
  const dates = [...positions.keys()].slice(-maxDates - 1)
  const ranks = await board.dailyRanks.atEndOf(dates)
  const { leaders, moved } = await standingsOn(board, dates, ranks)
  const changes = dates.flatMap((date, index): RankChange[] => {
    if (index === 0 && positions.size > maxDates) return []
    const end = startOfDay(Date.parse(date) / dayMs + 1, board.timeZone)
    const common = { at: new Date(end).toISOString(), position: positions.get(date) ?? 0 }
    const leader = leaders[index]
    const hasNewLeader = leader !== undefined && leader !== leaders[index - 1]
    const movedUp = (moved[index] ?? []).filter(({ person }) => !hasNewLeader || person !== leader)
    return [
      ...(hasNewLeader ? [{ what: 'took-the-lead' as const, ...common, person: leader }] : []),
      ...movedUp.slice(0, maxMovedUp).map((each) => ({ what: 'moved-up' as const, ...common, ...each })),
    ]
  })
  return { changes, isComplete: isComplete || hasWaited }
}

/** Returns the past dates on which points changed, ascending, each with the position of its last change of points. */
async function changedDates(board: Standings, today: string) {
  const positions = new Map<string, number>()
  let newest = ''
  for await (const part of board.dailyRanks.participants())
    for (const { document } of part) {
      if (document.latest.date > newest) newest = document.latest.date
      for (const { date, score, reached } of [...document.history, document.latest])
        if (date < today && score !== null && score.projects > 0)
          positions.set(date, Math.max(positions.get(date) ?? 0, Number(reached)))
    }
  const ascending = [...positions].toSorted(([left], [right]) => (left < right ? -1 : 1))
  return { positions: new Map(ascending), isComplete: newest > (ascending.at(-1)?.[0] ?? '') }
}

/** Returns the leader at the end of each date, and who moved up since the date before it in the list, the best rank first. */
async function standingsOn(board: Standings, dates: readonly string[], ranks: readonly RankLookup[]) {
  const leaders: (string | undefined)[] = dates.map(() => undefined)
  const moved: Moved[][] = dates.map(() => [])
  for await (const part of board.dailyRanks.participants())
    for (const { id: person, document } of part) {
      let rankBefore: number | null = null
      for (const [index, date] of dates.entries()) {
        const rank = ranks[index]?.(document) ?? null
        const hasProjects = (standingAtEndOf(document, date)?.score?.projects ?? 0) > 0
        if (rank === 1 && hasProjects) leaders[index] = person
        if (rank !== null && rankBefore !== null && hasProjects)
          addMoved(moved[index] ?? [], { person, rank, places: rankBefore - rank })
        rankBefore = rank
      }
    }
  return { leaders, moved }
}

/** Adds a move that counts to the moves of a date. Keeps the best ranks: one more than are returned, for the new leader. */
function addMoved(moved: Moved[], move: Moved): void {
  const { rank, places } = move
  if (places <= 0 || (rank > topRanks && places < fewestPlaces)) return
  const index = moved.findIndex((other) => other.rank > rank)
  moved.splice(index === -1 ? moved.length : index, 0, move)
  if (moved.length > maxMovedUp + 1) moved.pop()
}
