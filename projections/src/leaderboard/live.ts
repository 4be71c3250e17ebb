import {
  rooms,
  type MessageStamp,
  type Heartbeat,
  type LeaderboardChanged,
  type RankChanged,
  type ShowcaseChanged,
} from '@thirty/contracts/live.ts'
import { roundToOneDecimal } from '@thirty/contracts/rules/points.ts'
import type { HasListeners } from '@thirty/infra/live/live-publisher.ts'
import { isReadModelUnavailable } from '../read-model-unavailable.ts'
import type { LiveUpdate } from '../live-update.ts'
import type { DocumentChange } from '../registered-projection.ts'
import { isRanked, rankKey, type Participant } from './participant.ts'
import { boardRow, boardEntryJson, showcaseRow } from './board-row.ts'
import type { Standings } from './standings.ts'
import { boardTotals } from './totals.ts'

/** Payloads get `position` and `at` when the frame leaves. */
type Content<Frame> = Omit<Frame, 'position' | 'at'>

const shownLive = 100
const shownPublicly = 6

/**
 * Who hears what about the board: the board's room hears the changed rows among the first hundred, the landing page
 * the first six, and whoever moved, or has another neighbour or one elsewhere, hears the own rank. Frames are made when they leave, against what was sent before.
 */
export function leaderboardUpdates(board: Standings, isHeard: HasListeners) {
  const sent = new SentBoard(board)
  const showcase = new SentShowcase(board)

  return (change: DocumentChange<Participant>): readonly LiveUpdate[] => [
    { room: rooms.leaderboard, message: 'leaderboard.changed', build: () => sent.changes() },
    { room: rooms.showcase, message: 'showcase.changed', build: () => showcase.changes() },
    ...moved(change, sent)
      .filter((id) => isHeard(rooms.user(id)))
      .map((id) => ({
        room: rooms.user(id),
        message: 'rank.changed' as const,
        build: () => ownRank(board, id),
      })),
  ]
}

/**
 * The frame by which an idle board tells quiet from dead. `online`: how many sockets watch it; `isHearing`: whether news
 * of the board arrive where they sit. Throws while the board cannot be read and never could.
 */
export function createHeartbeat({ store, readModel: view, clock }: Standings) {
  let last: MessageStamp | undefined
  return async (online: number, isHearing = true): Promise<Heartbeat> => {
    if (last && !isHearing) return { ...last, online, behind: true }
    try {
      const position = (await store.checkpoint(view)).toString()
      last = { position, at: new Date(clock()).toISOString() }
      return { ...last, online }
    } catch (error) {
      if (last === undefined || !isReadModelUnavailable(error)) throw error
      return { ...last, online, behind: true }
    }
  }
}

/** What the board's room was told last. */
class SentBoard {
  /** Where the first hundred stand, by id. */
  places: ReadonlyMap<string, string> = new Map()
  /** Where the last of them stands. */
  lowest: string | undefined
  #rows: ReadonlyMap<string, string> = new Map()
  #totals = ''
  readonly #board: Standings
  constructor(board: Standings) {
    this.#board = board
  }

  async changes(): Promise<Content<LeaderboardChanged> | undefined> {
    const [first, totals] = await Promise.all([
      this.#board.list('points', { offset: 0, limit: shownLive }),
      boardTotals(this.#board),
    ])
    const rows = new Map(first.map((standing) => [standing.id, boardEntryJson(standing)]))
    const changed = first.filter(({ id }) => rows.get(id) !== this.#rows.get(id))
    const left = [...this.#rows.keys()].filter((id) => !rows.has(id))
    const isSame = changed.length + left.length === 0 && JSON.stringify(totals) === this.#totals
    this.#rows = rows
    this.#totals = JSON.stringify(totals)
    const places = first.map(({ id, participant }) => [id, rankKey(participant)] as const)
    this.places = new Map(places)
    this.lowest = places.at(-1)?.[1]
    return isSame ? undefined : { rows: changed.map(boardRow), left, totals }
  }
}

/** What the landing page was told last. */
class SentShowcase {
  #rows = ''
  readonly #board: Standings
  constructor(board: Standings) {
    this.#board = board
  }

  async changes(): Promise<Content<ShowcaseChanged> | undefined> {
    const rows = (await this.#board.list('points', { offset: 0, limit: shownPublicly })).map(showcaseRow)
    const text = JSON.stringify(rows)
    if (text === this.#rows) return undefined
    this.#rows = text
    return { rows }
  }
}

/**
 * Who hears of a change of place, or of name: the participant, and of the first hundred those between the old place and
 * the new one with their neighbours above and below, who now stand next to somebody else, or to somebody with other points.
 */
function moved(
  { id, before, after }: DocumentChange<Participant>,
  { places, lowest }: Pick<SentBoard, 'places' | 'lowest'>,
): string[] {
  const from = before && isRanked(before) ? rankKey(before) : last
  const to = after && isRanked(after) ? rankKey(after) : last
  // Neighbours know each other by name, also by one that is not to be known any more.
  const isCalledTheSame = before?.name === after?.name
  if (from === to && (isCalledTheSame || to === last)) return []
  const [upper, lower] = from < to ? [from, to] : [to, from]
  const heard = [id]
  // Most of a large board moves behind the hundred, where nobody's neighbours are known.
  if (places.size === shownLive && lowest !== undefined && lowest < upper && !places.has(id)) return heard
  let above: string | undefined
  // In their order, the best first.
  for (const [other, place] of places) {
    if (other === id) continue
    if (place < upper) {
      above = other
      continue
    }
    if (above !== undefined) heard.push(above)
    above = undefined
    heard.push(other)
    if (place > lower) break
  }
  // Nobody of those who are known stands below: the one above has another neighbour, unless others are between.
  if (above !== undefined && (places.size < shownLive || places.has(id))) heard.push(above)
  return heard
}

/** Behind every place. */
const last = '9'

async function ownRank(board: Standings, id: string): Promise<Content<RankChanged> | undefined> {
  const place = await board.withNeighbours(id)
  if (place === undefined) return undefined
  const { own, above, below } = place
  const { rank, participant } = own
  const { totalPoints } = participant.score
  const away = ({ name, score }: Participant) => ({
    name,
    points: roundToOneDecimal(Math.abs(score.totalPoints - totalPoints)),
  })
  return { rank, totalPoints, ...(above && { behind: away(above) }), ...(below && { ahead: away(below) }) }
}
