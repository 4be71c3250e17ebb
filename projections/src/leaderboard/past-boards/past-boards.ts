// Past leaderboards, folded from the log and kept in memory. The log knows the leaderboard at every moment, but a fold of a million events
// takes ten seconds. So a board is folded from the nearest board in memory, two folds at once, and the queries of the live leaderboard read
// it: sorting, search and pages are the same code. Boards are in no file: the first look after a start reads the log. Boards share equal
// participants. The boards of days are kept apart: otherwise each requested board would evict a board from which later folds begin. 450 MB
// is thirty days of 13,000 participants. Names and images are current: a board has no personal data, and a deleted person is deleted in the
// past, too. `pastStandings` has points and rank of one participant.

import { scoringChange, withScoringAt, type History } from '@thirty/contracts/challenge/history.ts'
import { concurrencyLimit } from '@thirty/infra/concurrency-limit.ts'
import { isEventOf } from '@thirty/contracts/events/event-definition.ts'
import { deletionEvents } from '@thirty/contracts/accounts/events.ts'
import { beginning, LogReplaced, type EventLog, type SeenEvent } from '@thirty/infra/event-log/event-log.ts'
import { newestEvent } from '@thirty/infra/event-log/seen-history.ts'
import { LRUCache } from 'lru-cache'
import type { ChallengeState } from '@thirty/contracts/challenge/challenge-state.ts'
import { calendarDay } from '@thirty/contracts/challenge/calendar.ts'
import { foldLog, nothingFolded, type Folded } from '../../fold-log.ts'
import type { Participant } from '../participant.ts'
import { pastLeaderboardProjection } from '../projection.ts'
import { entriesUpTo } from '@thirty/infra/entries-up-to.ts'
import { contendersOf } from '../folded-boards.ts'

type PastBoardsOptions = {
  log: Pick<EventLog, 'readAll' | 'readBackwards' | 'head' | 'compareEvent'>
  /** Time zone in which challenge days begin and end. */
  timeZone: string
  /**
   * Most bytes of the boards of days, estimated; 450 MB when missing, which thirty days of 13,000 participants need. Requested boards
   * have two thirds as much beside them, with the indexes of their pages.
   */
  maxBytes?: number
}

const maxRequested = 8
/** What the indexes of the pages of a requested board take for each participant, measured. */
const indexBytes = 825

/**
 * A leaderboard at a position. `lineage` is the key of its history there; `bytes` is the approximate memory that it needs beside
 * the board from which it was folded. It never changes.
 */
export type PastBoard = Folded<Participant> & { lineage: string; bytes: number }

const emptyBoard: PastBoard = { ...nothingFolded(), lineage: '', bytes: 1 }

const folds = { maxConcurrent: 2, maxQueued: 100 }

/** The leaderboards of any history at any position. Concurrent requests for the same board share one fold. */
export class PastBoards {
  readonly #options: PastBoardsOptions
  /** A board of each day, by lineage and day. */
  readonly #days: LRUCache<string, PastBoard>
  /** Apart from the boards of days, so that many requests do not evict the boards from which the next ones are folded. */
  readonly #requested: LRUCache<string, PastBoard>
  /** Boards that are being folded, by generation and key. They may be more than are kept. */
  readonly #folding = new Map<string, Promise<PastBoard>>()
  readonly #limit = concurrencyLimit(folds)
  /** The newest event of the log when it was last looked at. While the log has it, what was read up to there is true. */
  #seen: SeenEvent | undefined
  /** Raised when boards become invalid; a fold that began before is not kept. */
  #generation = 0
  /** Raised when the log was put back to an older copy, so that nothing that was read before may be true. */
  #replacements = 0

  constructor(options: PastBoardsOptions) {
    this.#options = options
    const { maxBytes = 450_000_000 } = options
    const roomFor = (maxSize: number, bytesOf: (board: PastBoard) => number) => ({
      maxSize,
      sizeCalculation: (board: PastBoard) => Math.min(bytesOf(board), maxSize),
    })
    this.#days = new LRUCache(roomFor(maxBytes, ({ bytes }) => bytes))
    this.#requested = new LRUCache({
      ...roomFor(
        Math.ceil((maxBytes * 2) / 3),
        ({ bytes, documents }) => bytes + documents.size * indexBytes,
      ),
      max: maxRequested,
    })
  }

  /**
   * Names the events that a history has up to a position. What follows from them alone never changes, and can be kept under this name; the
   * deletion of an account changes none of it. To be called after `refresh`.
   */
  placeName(history: History, position: bigint, challenge: ChallengeState): string {
    return `${this.#replacements} ${lineageKey(withScoringAt(history, position), position, challenge)}@${position}`
  }

  /**
   * Returns the board of a history at a position, which must not be after the end of the log, with the scoring that was in force
   * there. `challenge` has the runs of that history. Refuses with `busy` when too many boards are being folded. Throws the error of the
   * projection for an event that it cannot apply, the errors of the log, and `LogReplaced` if the log was put back to before the position.
   */
  async at(complete: History, position: bigint, challenge: ChallengeState): Promise<PastBoard> {
    const history = withScoringAt(complete, position)
    const generation = await this.refresh(position)
    const key = `${lineageKey(history, position, challenge)}@${position}`
    const known = this.#requested.get(key)
    if (known !== undefined) return known
    const name = `${generation} ${key}`
    const folding =
      this.#folding.get(name) ??
      this.#limit(async () => {
        const board = await this.#fold(history, position, challenge, generation)
        // Otherwise boards became invalid since the log was looked at: it may have been put back to before the position.
        if (generation === this.#generation) this.#requested.set(key, board)
        return board
      })
    this.#folding.set(name, folding)
    return folding.finally(() => this.#folding.delete(name))
  }

  /**
   * Drops what is no longer true: boards that contain an account that was deleted since, and all if the log was put back to an
   * older copy. Returns the generation of what is read from now on. Throws `LogReplaced` if the log ends before `position`.
   */
  async refresh(position = beginning): Promise<number> {
    const { log } = this.#options
    const seen = this.#seen
    // Read before the log is compared, because it may be put back in between.
    const newest = await newestEvent(log)
    if (seen && (await log.compareEvent(seen)) === 'other') this.#forgetAll()
    else if (seen && newest) await this.#forgetDeleted(seen, newest)
    if (newest && newest.position > (this.#seen?.position ?? beginning)) this.#seen = newest
    const generation = this.#generation
    // A board up to a position that the log does not have yet would lack the events that are stored there later.
    if ((await log.head()) < position) throw new LogReplaced({ position })
    return generation
  }

  async #fold(history: History, position: bigint, challenge: ChallengeState, generation: number) {
    const { log, timeZone } = this.#options
    const lineageAt = (at: bigint) => lineageKey(history, at, challenge)
    const dayOf = ({ last }: Folded<Participant>) => last && calendarDay(Date.parse(last.at), timeZone)
    const from = this.#nearest(lineageAt, position)
    let ofDay = from
    const onSlice = (slice: Folded<Participant>) => {
      const day = dayOf(slice)
      if (day === dayOf(ofDay)) return
      // A copy, because the documents change with the next slice.
      const copy = { ...slice, documents: new Map(slice.documents) }
      const bytes = bytesBeside(copy, ofDay)
      ofDay = { ...copy, lineage: lineageAt(slice.position), bytes }
      if (generation === this.#generation) this.#days.set(`${ofDay.lineage} ${day}`, ofDay)
    }
    const projection = pastLeaderboardProjection(history, timeZone)
    const folded = await foldLog({ log, projection, from, position, onSlice })
    return { ...folded, lineage: lineageAt(position), bytes: bytesBeside(folded, ofDay) }
  }

  #nearest(lineageAt: (position: bigint) => string, position: bigint): PastBoard {
    let [nearest, nearestKey] = [emptyBoard, '']
    for (const [key, board] of [...this.#days.entries(), ...this.#requested.entries()]) {
      const isNearer = board.position > nearest.position && board.position <= position
      if (isNearer && board.lineage === lineageAt(board.position)) [nearest, nearestKey] = [board, key]
    }
    // A read makes the board of a day the last one to be evicted.
    this.#days.get(nearestKey)
    return nearest
  }

  #forgetAll(): void {
    this.#replacements += 1
    this.#generation += 1
    this.#seen = undefined
    this.#days.clear()
    this.#requested.clear()
  }

  /** The log no longer has the events about a deleted person, so boards since the registration are others now. */
  async #forgetDeleted(seen: SeenEvent, newest: SeenEvent): Promise<void> {
    const range = { after: seen.position, until: newest.position, streams: ['deleted-'], seen }
    for await (const events of this.#options.log.readAll(range))
      for (const event of events) {
        if (!isEventOf(deletionEvents, event)) continue
        this.#generation += 1
        const registered = BigInt(event.data.registered.position)
        for (const boards of [this.#days, this.#requested])
          for (const [key, { position }] of boards.entries()) if (position >= registered) boards.delete(key)
      }
  }
}

/**
 * Returns a key of the events that a history has up to a position: two histories with the same key have the same events up to
 * there, and the same scoring. So the board of a restored run before its restore is the board of the run that it was restored from.
 * The scoring is the one of the whole history: a board is folded with it from its first event.
 */
function lineageKey(history: History, position: bigint, { runs: { runs } }: Pick<ChallengeState, 'runs'>) {
  const places = history
    .filter(({ run }) => (runs.get(run)?.begun?.position ?? -1n) <= position)
    .map(({ run, upTo }) => (upTo === undefined || upTo >= position ? `${run}` : `${run}:${upTo}`))
    .join(' ')
  const change = scoringChange(history)
  return change === undefined ? places : `${places} scoring ${JSON.stringify(change.scoring)}`
}

/** Approximate bytes in memory: of a participant, of an entry of the history, and of a project. */
const [participantBytes, standingBytes, projectBytes] = [500, 110, 260]

/** Returns the approximate memory of documents that another board does not have. */
export function bytesBeside(
  { documents }: Pick<PastBoard, 'documents'>,
  other: Pick<PastBoard, 'documents'>,
): number {
  let bytes = 1
  for (const [id, participant] of documents) {
    const before = other.documents.get(id)
    // An entry of the map.
    bytes += 60
    if (before === participant) continue
    const { projects, history } = participant
    let own = 0
    for (const [index, project] of projects.entries()) if (project !== before?.projects[index]) own += 1
    bytes += participantBytes + history.length * standingBytes + projects.length * 8 + own * projectBytes
  }
  return bytes
}

const maxStandings = 2_000

/**
 * Among `participants` with a project that counts, regardless of their status. `rank` is null if the scoring excluded the participant.
 */
type PastStanding = { points: number; rank: number | null; participants: number }

/**
 * Returns a function that returns points and rank of a user in a history at a position, which must not be after the end of the log;
 * `undefined` for a user without a project that counts. It throws like `PastBoards.at`. Certificates show them: like the figures of backups
 * they follow from events of the challenge alone, so they never change, are the same in every installation, and stay after the deletion of
 * an account.
 */
export function pastStandings(boards: PastBoards, readChallenge: () => Promise<ChallengeState>) {
  const known = new LRUCache<string, PastStanding>(entriesUpTo(maxStandings))
  return async (history: History, position: bigint, user: string) => {
    const challenge = await readChallenge()
    await boards.refresh()
    const key = `${boards.placeName(history, position, challenge)} ${user}`
    const standing = known.get(key)
    if (standing !== undefined) return standing
    const { documents } = await boards.at(history, position, challenge)
    const own = documents.get(user)
    if (own === undefined || own.score.projects === 0) return undefined
    const contenders = contendersOf(documents)
    const index = contenders.findIndex(({ id }) => id === user)
    const computed: PastStanding = {
      points: own.score.totalPoints,
      rank: index < 0 ? null : index + 1,
      participants: contenders.length,
    }
    known.set(key, computed)
    return computed
  }
}
