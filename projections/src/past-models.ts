// The queries and endpoints of the past: backups, previews of a restore, certificates and past leaderboards. They belong to no run. A past
// leaderboard is a store in memory with the past board and the names of today, which the queries of the live leaderboard read, so sorting,
// search, pages and figures are the same. During a freeze only admins get a later board.

import { currentRun } from '@thirty/contracts/challenge/history.ts'
import type { BoardQuery } from '@thirty/contracts/leaderboard/api.ts'
import { shownNames } from '@thirty/contracts/accounts/names-in-languages.ts'
import { searchTexts } from '@thirty/contracts/user-texts/search-text.ts'
import { memoryReadModelStore } from '@thirty/infra/read-models/memory.ts'
import type {
  BuildKey,
  IndexRange,
  LiveBuild,
  RankedDocument,
  ReadModelKey,
  ReadModelStore,
} from '@thirty/infra/read-models/read-models.ts'
import type { Document } from '@thirty/infra/read-models/projection.ts'
import { beginning } from '@thirty/infra/event-log/event-log.ts'
import { nothingSeen } from '@thirty/infra/event-log/seen-history.ts'
import { certificateHandlers, certificateQueries } from './certificates/query.ts'
import { replayCheck } from './leaderboard/backups/backup-places.ts'
import { previewRestore } from './leaderboard/backups/preview-restore.ts'
import { backupHandlers, backupQueries } from './leaderboard/backups/query.ts'
import { pastContext, type PastContextOptions, type PastContext } from './past-context.ts'
import { readChallenge } from './read-challenge.ts'
import type { RunReader } from './freeze/with-freeze.ts'
import { boardQueries, type BoardQueries, type EncodedBoard } from './leaderboard/query.ts'
import { standings } from './leaderboard/standings.ts'
import { momentFinder, type Moment } from './leaderboard/past-boards/moments.ts'
import type { PastBoard } from './leaderboard/past-boards/past-boards.ts'
import { peopleProjection } from './people/projection.ts'
import { boardIndexEntries } from './leaderboard/projection.ts'

export function pastModels(options: PastContextOptions) {
  const context = pastContext(options)
  const backups = backupQueries(context)
  const certificates = certificateQueries(context)
  const preview = previewRestore(context, backups)
  return {
    ...context,
    endpoints: [...certificateHandlers(certificates), ...backupHandlers(backups, preview)],
    certificates,
    backups,
    preview,
    /** Throws `backup-damaged` for a place that cannot be restored. */
    checkReplay: replayCheck(context.log, context.places),
    pastBoard: pastBoardQuery(context),
  }
}

/** A past leaderboard with its indexes, and its queries as of a time in milliseconds. */
type View = { stores: ReturnType<typeof boardView>; latest?: { queries: BoardQueries; asOf: number } }

/**
 * Returns a function that returns the leaderboard at the moment `at` of a query. It refuses moments in the future and before the log. During
 * a freeze, `reader` decides whether later moments are answered with the leaderboard as it froze.
 */
function pastBoardQuery(context: PastContext) {
  const { store, log, clock, timeZone, board, boards, members } = context
  const findMoment = momentFinder(context)
  // As long as a board is in memory.
  const views = new WeakMap<PastBoard, View>()

  const viewOf = (past: PastBoard): View => {
    const view = views.get(past) ?? {
      stores: boardView(past, members.peopleOfToday, () => store.liveBuild(peopleProjection)),
    }
    views.set(past, view)
    return view
  }

  /** The time of a moment; now if it is where the live leaderboard is. */
  const asOfTime = async (past: PastBoard, { position, time }: Moment): Promise<number> => {
    if (time !== undefined) return time
    const live = await store.liveBuild(board())
    return live?.checkpoint === position || past.last === undefined ? clock() : Date.parse(past.last.at)
  }

  const resolveFor = async (reader: RunReader, at: string): Promise<Moment> => {
    if (reader === 'admins') return findMoment(at)
    const { frozenAt } = currentRun((await readChallenge(log)).runs)
    if (frozenAt === undefined || frozenAt > clock()) return findMoment(at)
    // An event at the time of the freeze is after it.
    const last = await findMoment(new Date(frozenAt - 1).toISOString())
    // Whether the log has such a position already would tell how many events are hidden.
    if (/^\d+$/.test(at) && BigInt(at) > last.position) return last
    const moment = await findMoment(at)
    return moment.position > last.position ? last : moment
  }

  return async (
    { at, ...query }: BoardQuery & { at: string },
    caller: string,
    reader: RunReader = 'everybody',
  ): Promise<EncodedBoard> => {
    const moment = await resolveFor(reader, at)
    const past = await boards.at(moment.history, moment.position, moment.challenge)
    const view = viewOf(past)
    const [stores, asOf] = await Promise.all([view.stores, asOfTime(past, moment)])
    if (view.latest?.asOf !== asOf) {
      const table = standings({ ...stores, readModel: pastBoardModel, clock: () => asOf, timeZone })
      view.latest = { asOf, queries: boardQueries(table, moment.history) }
    }
    return view.latest.queries.board(query, caller)
  }
}

const pastBoardModel: ReadModelKey = { name: 'past-leaderboard', version: 1 }

/**
 * Returns a store with a past leaderboard as its only read model. Names and images are current: every read loads them, but for `unnamed`.
 * `liveBuild`: of the read model of people.
 */
async function boardView(
  { documents, position }: PastBoard,
  peopleOfToday: PastContext['members']['peopleOfToday'],
  liveBuild: () => Promise<LiveBuild | undefined>,
): Promise<{ store: ReadModelStore; unnamed: ReadModelStore }> {
  const unnamed = memoryReadModelStore({ live: { publish: () => undefined }, sortsWhenRead: true })
  const upserts = [...documents].map(([id, document]) => ({
    id,
    document,
    indexEntries: boardIndexEntries(document, id),
  }))
  const build = await unnamed.beginBuild(pastBoardModel)
  const step = { stepId: 'fill', from: beginning, to: position, deletes: [], messages: [] }
  await unnamed.commit({ build, ...step, upserts })
  await unnamed.activate(build)

  /** Returns complete participants in the same order. */
  const load = async (ids: readonly string[]) => {
    const personOf = await peopleOfToday(ids)
    return ids.map((id) => {
      const participant = documents.get(id)
      return participant && { ...participant, ...personOf(id) }
    })
  }
  const range = async (index: string, window: IndexRange) => {
    const found = await unnamed.entries(pastBoardModel, index, window)
    const participants = await load(found.map(({ id }) => id))
    return found.map(({ id }, at) => ({ id, rank: window.offset + at, document: participants[at] }))
  }
  const store: ReadModelStore = {
    ...unnamed,
    liveBuild: async () => {
      const live = await liveBuild()
      if (live === undefined) return undefined
      // Changes with the people of today, so that no page is cached with a name that changed.
      const key: BuildKey = { ...build, build: `${live.build.build}-${live.checkpoint}` }
      return { build: key, checkpoint: position, seen: nothingSeen, epoch: live.epoch }
    },
    load: async <Doc extends Document>(_: unknown, ids: readonly string[]) =>
      // Safe: callers name the document type of the leaderboard, the only read model here.
      (await load(ids)) as unknown as (Doc | undefined)[],
    range: async <Doc extends Document>(_: unknown, index: string, window: IndexRange) =>
      // Safe: as in `load`.
      (await range(index, window)) as unknown as RankedDocument<Doc>[],
    texts: async (_, ids) => {
      const personOf = await peopleOfToday(ids)
      return ids.map((id) => {
        const person = personOf(id)
        return searchTexts(...shownNames(person), person.username)
      })
    },
  }
  return { store, unnamed }
}
