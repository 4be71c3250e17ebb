// Changes the leaderboard with each call of `next`, and tells the browsers the new board.

import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { BoardResponse } from '@thirty/contracts/leaderboard/api.ts'
import { movingRatings, projectsOfLeaders } from '../load/leader-ratings.ts'
import { nowMs } from '../load/watchers.ts'
import type { Browsers } from './browsers.ts'
import { digestOf } from './known-boards.ts'

type Options = {
  /** The web processes that take requests now. */
  addresses: () => readonly string[]
  /** Those of an admin. */
  headers: Readonly<Record<string, string>>
  participants: number
  days: number
  browsers: Browsers
}

/** Participants whose ratings change: some of them enter and leave the hundred that live messages contain. */
const movingParticipants = 150
const attempts = 50

export async function boardChanges({ addresses, headers, participants, days, browsers }: Options) {
  const request = async (path: string, init: RequestInit = {}): Promise<unknown> => {
    for (let attempt = 1; ; attempt += 1) {
      const [address = ''] = addresses()
      // A process that ends may break the connection of a request.
      const response = await fetch(address + path, {
        ...init,
        headers: { ...headers, ...init.headers },
      }).catch(() => undefined)
      if (response?.ok === true) return response.json()
      if (attempt === attempts)
        throw new Error(`${path} answered ${response?.status}: ${await response?.text()}`)
      await pause(100)
    }
  }
  const tell = async (at: number) => {
    // Safe: the contract defines it.
    const { position, data } = (await request('/api/leaderboard/leaderboard?limit=100')) as BoardResponse
    await browsers.give('know', { position, digest: digestOf(data), at })
  }
  const [address = ''] = addresses()
  const leaders = await projectsOfLeaders({ address, headers, count: movingParticipants, participants, days })
  const ratings = movingRatings(leaders)
  await tell(nowMs())
  return {
    next: async () => {
      const at = nowMs()
      const body = JSON.stringify(ratings.next().value)
      const own = { 'content-type': 'application/json', 'idempotency-key': randomUUID() }
      await request('/api/ratings/submit', { method: 'POST', headers: own, body })
      await tell(at)
    },
  }
}
