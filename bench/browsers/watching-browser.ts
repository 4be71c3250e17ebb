// Opens a browser at the leaderboard, and compares all that it shows with the known boards.

import { isDeepStrictEqual } from 'node:util'
import type { BoardResponse } from '@thirty/contracts/leaderboard/api.ts'
import { boardFromResponse, selectTopThree, type Board } from '../../frontend/src/shared/leaderboard/board.ts'
import { isAfter } from '../../frontend/src/shared/live/position.ts'
import { nowMs } from '../load/watchers.ts'
import { openBrowser, type BrowserOptions, type BrowserUser } from './browser.ts'
import { digestOf, type KnownBoards } from './known-boards.ts'
import { createLine, type Network } from './line.ts'

/** What a browser has seen. */
export type Seen = {
  /** Milliseconds from each reconnect to a board that equals the log's. */
  waits: number[]
  /** The greatest age of what it has shown, in milliseconds. */
  worstAge: number
  /** How often it showed an older board after a newer one. */
  stepsBack: number
}

export type WatchingBrowser = {
  seen: Seen
  isShown: () => boolean
  /** Cuts its connection for a time. */
  cut: (forMs: number, isTold: boolean) => Promise<void>
  /** Must be called when another board has become known. */
  check: () => void
  /** Forgets what it has seen. */
  forget: () => void
  /** Compares what it shows with the answer of the server to the same person. Returns what differs, as sentences for a report. */
  findDifferences: () => Promise<string[]>
  close: () => void
}

/** A board that was shown after a reconnect, with the time at which it was. */
type Shown = { at: number; position: string; digest: string }

type Options = {
  runPage: BrowserOptions['runPage']
  network: Network
  user: BrowserUser
  known: KnownBoards
}

export function openWatchingBrowser({ runPage, network, user, known }: Options): WatchingBrowser {
  const seen: Seen = { waits: [], worstAge: 0, stepsBack: 0 }
  let last: Board | undefined
  /** Since the last reconnect, until the board equals the log's. */
  let catchUp: { since: number; required: string; shown: Shown[] } | undefined

  const line = createLine(network, () => {
    if (last === undefined) return
    catchUp = { since: nowMs(), required: known.latest(), shown: [] }
    note(last)
  })

  const note = (board: Board) => {
    if (catchUp === undefined) return
    catchUp.shown.push({ at: nowMs(), position: board.position, digest: digestOf(board.rows) })
    check()
  }

  const check = () => {
    const { since = 0, required = '0', shown = [] } = catchUp ?? {}
    const right = shown.find(
      ({ position, digest }) => BigInt(position) >= BigInt(required) && known.digestAt(position) === digest,
    )
    if (right === undefined) return
    seen.waits.push(right.at - since)
    catchUp = undefined
  }

  const browser = openBrowser({
    runPage,
    line,
    user,
    onChange: (board) => {
      if (last !== undefined) {
        if (isAfter(last, board)) seen.stepsBack += 1
        else seen.worstAge = Math.max(seen.worstAge, known.ageOf(last.position))
      }
      last = board
      note(board)
    },
  })

  return {
    seen,
    isShown: () => last !== undefined,
    cut: async (forMs, isTold) => {
      // It was not right until now, and will not be before the next reconnect.
      if (catchUp !== undefined) seen.waits.push(nowMs() - catchUp.since)
      catchUp = undefined
      line.cut()
      if (isTold) browser.tellOnline(false)
      await new Promise((resolve) => setTimeout(resolve, forMs))
      line.restore()
      if (isTold) browser.tellOnline(true)
    },
    check,
    forget: () => Object.assign(seen, { waits: [], worstAge: 0, stepsBack: 0 }),
    findDifferences: async () => {
      const headers = { authorization: `Bearer ${user.token}` }
      const answer = await line.fetch('/api/leaderboard/leaderboard?limit=100', { headers })
      // Safe: the contract defines it.
      const response = (await answer.json()) as BoardResponse
      const expected = boardFromResponse(response, selectTopThree(response.data))
      const board = browser.board()
      const parts = ['rows', 'topThree', 'totals', 'you', 'next'] as const
      return parts
        .filter((part) => !isDeepStrictEqual(plain(board?.[part]), plain(expected[part])))
        .map((part) => `${part} is ${short(board?.[part])}, not ${short(expected[part])}`)
    },
    close: line.close,
  }
}

const short = (value: unknown): string => (JSON.stringify(value) ?? 'undefined').slice(0, 200)

/** Returns what must be the same: without fields that have no value. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null))
