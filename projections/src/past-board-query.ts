import type { Clock } from '@thirty/infra/clock.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import type { ReadModelKey, ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { LRUCache } from 'lru-cache'
import type { PastBoardQuery } from './leaderboard/endpoints.ts'
import { boardView } from './leaderboard/past/board-view.ts'
import { pastLeaderboardProjection, type PastParticipant } from './leaderboard/past/projection.ts'
import { boardQueries, type BoardQueries } from './leaderboard/query.ts'
import { standings } from './leaderboard/standings.ts'
import type { CurrentPersons } from './past-boards/current-persons.ts'
import { resolveMoment, type Moment } from './past-boards/moments.ts'
import type { PastBoard } from './past-boards/past-board.ts'
import type { PastBoards } from './past-boards/past-boards.ts'
import { TimeIndex } from './past-boards/time-index.ts'

export type PastBoardQueryOptions = {
  store: ReadModelStore
  log: EventLog
  clock: Clock
  timeZone: string
  /** Returns the read model of the leaderboard that is shown. */
  board: () => ReadModelKey
  boards: PastBoards
  currentPersons: CurrentPersons
}

/** Most past leaderboards that are kept with their indexes. */
const maxViews = 8

/** Queries of one past leaderboard, as of a time in milliseconds. */
type View = { queries: BoardQueries; asOf: number }

/**
 * Creates the query of past leaderboards. It uses the queries of the live leaderboard over another store, so sorting, search,
 * pages and figures are the same.
 */
export function pastBoardQuery(options: PastBoardQueryOptions): PastBoardQuery {
  const { store, log, clock, timeZone, board, boards, currentPersons } = options
  const streams = ['challenge', 'user-', 'deleted-', 'project-']
  const moments = { log, clock, timeZone, timeIndex: new TimeIndex(log, streams) }
  const views = new LRUCache<PastBoard, Promise<ReadModelStore>>({ max: maxViews })
  const queries = new LRUCache<PastBoard, View>({ max: maxViews })

  const viewOf = (past: PastBoard, { history, position }: Moment): Promise<ReadModelStore> => {
    const known = views.get(past)
    if (known !== undefined) return known
    const created = boardView({
      // Safe: `past-boards` keeps the documents of this projection and knows only a part of them.
      documents: past.documents as ReadonlyMap<string, PastParticipant>,
      projection: pastLeaderboardProjection(history, timeZone),
      position,
      persons: currentPersons,
      liveBuild: () => store.liveBuild(board()),
    })
    views.set(past, created)
    created.catch(() => views.delete(past))
    return created
  }

  /** The time of a moment; now if it is where the live leaderboard is. */
  const asOfTime = async (past: PastBoard, { position, time }: Moment): Promise<number> => {
    if (time !== undefined) return time
    const live = await store.liveBuild(board())
    return live?.checkpoint === position || past.last === undefined ? clock() : Date.parse(past.last.at)
  }

  return async ({ at, ...query }, caller) => {
    const moment = await resolveMoment(at, moments)
    const past = await boards.at(moment.history, moment.position, moment.challenge)
    const [view, asOf] = await Promise.all([viewOf(past, moment), asOfTime(past, moment)])
    let known = queries.get(past)
    if (known?.asOf !== asOf) {
      const readModel = pastLeaderboardProjection(moment.history, timeZone)
      const table = standings({ store: view, readModel, clock: () => asOf, timeZone })
      known = { asOf, queries: boardQueries({ standings: table, currentDay: neverAsked }) }
      queries.set(past, known)
    }
    return known.queries.board(query, caller)
  }
}

/** Only the landing page shows the day. */
const neverAsked = (): never => {
  throw new Error('A past leaderboard has no landing page.')
}
