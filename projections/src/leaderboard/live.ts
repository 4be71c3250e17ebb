// The live updates of the leaderboard, of the landing page, and of the rank of each participant; and the heartbeat.

import {
  rooms,
  type MessageStamp,
  type Heartbeat,
  type LeaderboardChanged,
  type RankChanged,
  type ShowcaseChanged,
} from '@thirty/contracts/live/live.ts'
import { roundToOneDecimal } from '@thirty/contracts/leaderboard/points.ts'
import { nameAs } from '@thirty/contracts/accounts/stand-ins.ts'
import { compareEntries, type IndexedEntry } from '@thirty/infra/read-models/read-models.ts'
import { orLastKnown, livePosition } from '../read-model-state.ts'
import type { DocumentChange, LiveUpdate } from '../registered-projection.ts'
import { isRanked, placeOf, type Participant } from './participant.ts'
import { toBoardRow, boardEntryJson, showcaseRow, type Standings } from './standings.ts'
import { boardTotals } from './totals.ts'

/** A payload without its stamp, which is added when the message is sent. */
type Content<Payload> = Omit<Payload, keyof MessageStamp>

const liveRowCount = 100
const showcaseRowCount = 6

/**
 * Sends the leaderboard room the rows among the first hundred that changed since the previous message, the landing page
 * the first six rows, and participants their own rank if it or a neighbour may have changed. Payloads are built when they
 * are sent.
 */
export function leaderboardUpdates(board: Standings) {
  const changes = boardChanges(board)
  const showcase = showcaseChanges(board)

  return (change: DocumentChange<Participant>): readonly LiveUpdate[] => {
    if (change.before && isRanked(change.before)) changes.touched.add(change.id)
    return [
      {
        room: rooms.leaderboard,
        message: 'leaderboard.changed',
        build: changes.next,
        unheard: changes.skip,
      },
      {
        room: rooms.showcase,
        message: 'showcase.changed',
        build: showcase.next,
        unheard: showcase.skip,
      },
      ...affectedParticipants(change, changes.places()).map((id) => ({
        room: rooms.user(id),
        message: 'rank.changed' as const,
        build: () => ownRank(board, id),
      })),
    ]
  }
}

/**
 * Builds the heartbeat by which a browser distinguishes an idle leaderboard from a lost connection. `online`: number of sockets
 * that watch the leaderboard; `isReceiving`: whether live updates reach this process. While the read model is
 * unavailable, the last heartbeat is repeated as `behind`; throws if there was none yet.
 */
export function createHeartbeat({ store, readModel, clock }: Standings) {
  let last: MessageStamp | undefined
  const read = async () =>
    (last = { ...(await livePosition(store, readModel)), at: new Date(clock()).toISOString() })
  return async (online: number, isReceiving = true): Promise<Heartbeat> => {
    const before = last
    const stamp = before && !isReceiving ? before : await orLastKnown(read(), () => before)
    return { ...stamp, online, ...(stamp === before && { behind: true }) }
  }
}

/** Returns the changes since the rows and totals that were last sent to the leaderboard room. */
function boardChanges(board: Standings) {
  const { store, readModel } = board
  /** Who was ranked and changed since the last message. If the rows are unknown, any of them may have left the leaderboard. */
  const touched = new Set<string>()
  /** The places of the first hundred participants, the best first. */
  let places: readonly IndexedEntry[] = []
  let sentRows: ReadonlyMap<string, string> = new Map()
  let sentTotals = ''
  /** The epoch of the rows; unknown before the first message and after a skipped one. */
  let sentEpoch: string | undefined

  return {
    touched,
    places: () => places,
    next: async (): Promise<Content<LeaderboardChanged> | undefined> => {
      const [live, first, totals] = await Promise.all([
        livePosition(store, readModel),
        board.list('points', { offset: 0, limit: liveRowCount }),
        boardTotals(board),
      ])
      // Clients have loaded the board of the new epoch; a difference to the last message of another one means nothing.
      if (sentEpoch !== undefined && sentEpoch !== live.epoch) sentRows = new Map()
      sentEpoch = live.epoch
      const rows = new Map(first.map((standing) => [standing.id, boardEntryJson(standing)]))
      const changed = first.filter(({ id }) => rows.get(id) !== sentRows.get(id))
      const mayHaveLeft = sentRows.size === 0 ? touched : sentRows.keys()
      const left = [...mayHaveLeft].filter((id) => !rows.has(id))
      touched.clear()
      const isSame = changed.length + left.length === 0 && JSON.stringify(totals) === sentTotals
      sentRows = rows
      sentTotals = JSON.stringify(totals)
      places = first.map(({ id, participant }) => ({ id, ...placeOf(participant) }))
      return isSame ? undefined : { rows: changed.map(toBoardRow), left, totals }
    },
    /** Does without a message that nobody would receive. The next one has all rows: its readers may have loaded any board since. */
    skip: async (): Promise<void> => {
      // They stay empty if the entries cannot be read.
      sentRows = new Map()
      sentEpoch = undefined
      places = await store.entries(readModel, 'points', { offset: 0, limit: liveRowCount })
      // No row is an empty text; the next message names who left.
      sentRows = new Map(places.map(({ id }) => [id, '']))
      touched.clear()
    },
  }
}

/** Returns the rows of the landing page if they differ from the last sent rows. */
function showcaseChanges(board: Standings) {
  let sent = ''
  return {
    next: async (): Promise<Content<ShowcaseChanged> | undefined> => {
      const { epoch } = await livePosition(board.store, board.readModel)
      const rows = (await board.list('points', { offset: 0, limit: showcaseRowCount })).map(showcaseRow)
      const text = JSON.stringify([epoch, rows])
      if (text === sent) return undefined
      sent = text
      return { rows }
    },
    /** Like that of `boardChanges`. */
    skip: (): void => {
      sent = ''
    },
  }
}

/**
 * Returns the ids of the participants whose own rank message may be different after a change: the participant who
 * changed and, among the first hundred, everybody between the old and the new rank, and the next ones above and below.
 */
function affectedParticipants(
  { id, before, after }: DocumentChange<Participant>,
  places: readonly IndexedEntry[],
): string[] {
  const placeIn = (one: Participant | undefined) =>
    one && isRanked(one) ? { id, ...placeOf(one) } : unranked
  const [oldPlace, newPlace] = [placeIn(before), placeIn(after)]
  const order = compareEntries(oldPlace, newPlace)
  // Neighbours are shown with their names: a new name is sent, and the name of a deleted account is removed.
  const isSameName = before?.name === after?.name && before?.isGone === after?.isGone
  if (order === 0 && (isSameName || newPlace === unranked)) return []
  const [upper, lower] = order < 0 ? [oldPlace, newPlace] : [newPlace, oldPlace]
  const others = places.filter((other) => other.id !== id)
  const above = others.findLastIndex((other) => compareEntries(other, upper) < 0)
  // Most changes of a large leaderboard are below the first hundred, where the neighbours are not known.
  if (above === liveRowCount - 1) return [id]
  const below = others.findIndex((other) => compareEntries(other, lower) > 0)
  const affected = others.slice(Math.max(0, above), below === -1 ? undefined : below + 1)
  return [id, ...affected.map((other) => other.id)]
}

/** After every place. */
const unranked: IndexedEntry = { score: Infinity, tiebreaker: '', id: '' }

async function ownRank(board: Standings, id: string): Promise<Content<RankChanged> | undefined> {
  const standing = await board.withNeighbours(id)
  if (standing === undefined) return undefined
  const { own, above, below } = standing
  const { rank, participant } = own
  const { totalPoints } = participant.score
  const distanceTo = (other: Participant) => ({
    ...nameAs('name', other),
    points: roundToOneDecimal(Math.abs(other.score.totalPoints - totalPoints)),
  })
  return {
    rank,
    totalPoints,
    ...(above && { behind: distanceTo(above) }),
    ...(below && { ahead: distanceTo(below) }),
  }
}
