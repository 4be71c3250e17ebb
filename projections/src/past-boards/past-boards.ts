import { withScoringAt, type History } from '@thirty/contracts/rules/history.ts'
import { concurrencyLimit } from '@thirty/infra/concurrency-limit.ts'
import { LogReplaced, type EventLog } from '@thirty/infra/event-log/event-log.ts'
import { LRUCache } from 'lru-cache'
import type { ChallengeState } from '@thirty/contracts/events/challenge-state.ts'
import { DeletedAccounts } from './deleted-accounts.ts'
import { lineageKey } from './lineage.ts'
import {
  boardBytes,
  emptyBoard,
  foldBoard,
  sizeInCache,
  type PastBoard,
  type PastProjection,
} from './past-board.ts'

/** Where boards are kept between starts; see `snapshots/`. A board that cannot be read is simply missing. */
export type BoardSnapshots = {
  /** Returns the newest saved board up to a position whose lineage is that of `lineageAt` at its position. */
  nearest(lineageAt: (position: bigint) => string, position: bigint): Promise<PastBoard | undefined>
  /**
   * Saves a board if none is near. The board may change after the call has resolved. `isAwaited`: resolves when it is saved;
   * otherwise the board is saved in the background, or not at all while another one is being saved. `knownUpTo`: position up
   * to which it knows which accounts were deleted.
   */
  offer(board: PastBoard, options: { isAwaited: boolean; knownUpTo: bigint }): Promise<void>
  /** Returns the position up to which all saved boards know which accounts were deleted; `undefined` without boards. */
  knownUpTo(): bigint | undefined
  /** Deletes the boards from a position on. */
  forgetFrom(position: bigint): Promise<void>
}

export type PastBoardsOptions = {
  log: Pick<EventLog, 'read' | 'readAll' | 'head' | 'compareEvent'>
  projectionOf(history: History): PastProjection
  snapshots?: BoardSnapshots
  /** Most bytes of all boards in the cache, estimated; 200 MB when missing. The newest board may be larger. */
  maxBytes?: number
}

type FoldRequest = { lineage: string; position: bigint; challenge: ChallengeState; isAwaited: boolean }

/** How many folds run at once, and how many wait. */
const folds = { maxConcurrent: 2, maxQueued: 100 }

/**
 * The leaderboards of any history at any position. Each is folded from the nearest one that is known, in the cache or in a
 * snapshot, and kept as long as there is room. Concurrent requests for the same board share one fold.
 */
export class PastBoards {
  readonly #options: PastBoardsOptions
  readonly #boards: LRUCache<string, PastBoard>
  readonly #running = new Map<string, Promise<PastBoard>>()
  readonly #limit = concurrencyLimit(folds)
  readonly #deletedAccounts: DeletedAccounts
  /** Raised when boards become invalid; a fold that began before is not kept. */
  #generation = 0
  #replacements = 0

  constructor(options: PastBoardsOptions) {
    this.#options = options
    const { maxBytes = 200_000_000 } = options
    this.#boards = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: (board) => sizeInCache(boardBytes(board), maxBytes),
    })
    this.#deletedAccounts = new DeletedAccounts(options.log, options.snapshots?.knownUpTo())
  }

  /** Raised whenever the log was replaced by an older copy, so that nothing that was read before may be true. */
  get replacements(): number {
    return this.#replacements
  }

  /** Raised whenever boards that were returned before may have become wrong. */
  get generation(): number {
    return this.#generation
  }

  /**
   * Returns the board of a history at a position, which must not be after the end of the log, with the scoring that was in force
   * there. `challenge` has the runs of that history. `isInBackground`: takes the time to save all snapshots on the way. Refuses with `busy` when too many boards are being folded. Throws the error of the projection for an event
   * that it cannot apply, and the errors of the log.
   */
  async at(
    complete: History,
    position: bigint,
    challenge: ChallengeState,
    { isInBackground = false } = {},
  ): Promise<PastBoard> {
    const history = withScoringAt(complete, position)
    await this.refresh()
    const lineage = lineageKey(history, position, challenge)
    const key = `${lineage}@${position}`
    const known = this.#boards.get(key)
    if (known !== undefined) return known
    const running =
      this.#running.get(key) ??
      this.#limit(() => this.#fold(history, { lineage, position, challenge, isAwaited: isInBackground }))
    this.#running.set(key, running)
    try {
      return await running
    } finally {
      this.#running.delete(key)
    }
  }

  /**
   * Drops what is no longer true: boards that contain an account that was deleted since, and all if the log was put back to an
   * older copy.
   */
  async refresh(): Promise<void> {
    const newest = newestOf([...this.#boards.values()])
    if (newest?.last && (await this.#options.log.compareEvent(newest.last)) === 'other') this.#forgetAll()
    try {
      const since = await this.#deletedAccounts.firstRegisteredOfNew()
      if (since !== undefined) await this.#forgetFrom(since)
    } catch (error) {
      if (!(error instanceof LogReplaced)) throw error
      this.#forgetAll()
    }
  }

  async #fold(
    history: History,
    { lineage, position, challenge, isAwaited }: FoldRequest,
  ): Promise<PastBoard> {
    const { log, projectionOf, snapshots } = this.#options
    const generation = this.#generation
    const knownUpTo = this.#deletedAccounts.upTo ?? position
    const lineageAt = (at: bigint) => lineageKey(history, at, challenge)
    const from = await this.#nearest(lineageAt, position)
    const onSlice = async (slice: PastBoard) => {
      if (generation !== this.#generation) return
      const saved = { ...slice, lineage: lineageAt(slice.position) }
      await snapshots?.offer(saved, { isAwaited, knownUpTo })
    }
    const board = await foldBoard({
      log,
      projection: projectionOf(history),
      from,
      lineage,
      position,
      onSlice,
    })
    if (generation === this.#generation) this.#boards.set(`${lineage}@${position}`, board)
    return board
  }

  async #nearest(lineageAt: (position: bigint) => string, position: bigint): Promise<PastBoard> {
    const cached = newestOf(
      [...this.#boards.values()].filter(
        (board) => board.position <= position && board.lineage === lineageAt(board.position),
      ),
    )
    const saved = await this.#options.snapshots?.nearest(lineageAt, position)
    return newestOf([cached, saved].filter((board) => board !== undefined)) ?? emptyBoard
  }

  #forgetAll(): void {
    this.#replacements += 1
    this.#generation += 1
    this.#boards.clear()
  }

  async #forgetFrom(position: bigint): Promise<void> {
    this.#generation += 1
    for (const [key, board] of this.#boards.entries())
      if (board.position >= position) this.#boards.delete(key)
    await this.#options.snapshots?.forgetFrom(position)
  }
}

const newestOf = (boards: readonly PastBoard[]): PastBoard | undefined =>
  boards.reduce<PastBoard | undefined>(
    (newest, board) => (newest === undefined || board.position > newest.position ? board : newest),
    undefined,
  )
