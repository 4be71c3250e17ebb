import type { ShowcaseResponse } from '@thirty/contracts/api/challenge/leaderboard.ts'
import { rooms } from '@thirty/contracts/live.ts'
import { create } from 'zustand'
import { request } from '../../shared/http/http.ts'
import { isAfter, isOtherEpoch } from '../../shared/live/live-connection.ts'
import { onResync } from '../../shared/live/resync.ts'
import { subscribe, joinRoom } from '../../shared/live/live-socket.ts'

export type Showcase =
  | { state: 'loading' }
  | { state: 'failed' }
  | { state: 'empty'; response: ShowcaseResponse }
  | { state: 'ready'; response: ShowcaseResponse }

type ShowcaseStore = { showcase: Showcase; load: () => Promise<void> }

const toShowcase = (response: ShowcaseResponse): Showcase => {
  const hasProjects = response.rows.some((row) => row.totalPoints > 0 || row.days.length > 0)
  return { state: hasProjects ? 'ready' : 'empty', response }
}

/** The public part of the leaderboard: the top six rows and the totals of the challenge. */
export const useShowcase = create<ShowcaseStore>((set, get) => ({
  showcase: { state: 'loading' },
  load: async () => {
    try {
      set({ showcase: toShowcase(await request('GET', '/api/leaderboard/showcase', { area: 'none' })) })
    } catch {
      // Loaded data stays on the screen; without any, the card shows the failure.
      if (showcaseResponse(get().showcase) === undefined) set({ showcase: { state: 'failed' } })
    }
  },
}))

/** Returns the loaded response, even if the leaderboard is empty; undefined if none is loaded. */
export const showcaseResponse = (showcase: Showcase): ShowcaseResponse | undefined =>
  showcase.state === 'ready' || showcase.state === 'empty' ? showcase.response : undefined

/** Loads the showcase and applies live updates. Returns an unsubscribe function. */
export function followShowcase(): () => void {
  const load = () => void useShowcase.getState().load()
  load()
  const unsubscribe = subscribe('showcase.changed', ({ rows, position, epoch, at }) =>
    useShowcase.setState(({ showcase }) => {
      const response = showcaseResponse(showcase)
      if (response === undefined) return {}
      // The message has all rows, so it also replaces those of another epoch.
      const update = { position, epoch }
      if (!isOtherEpoch(update, response) && !isAfter(update, response)) return {}
      return { showcase: toShowcase({ ...response, rows, position, epoch, asOf: at }) }
    }),
  )
  const unsubscribeChallenge = subscribe('challenge.changed', ({ day, endsAt, ended }) =>
    useShowcase.setState(({ showcase }) => {
      const response = showcaseResponse(showcase)
      return response === undefined ? {} : { showcase: toShowcase({ ...response, day, endsAt, ended }) }
    }),
  )
  // Visitors are in this room by default; signed-in users have to join it.
  const leaveRoom = joinRoom(rooms.showcase)
  const stopResync = onResync(load)
  return () => {
    unsubscribe()
    unsubscribeChallenge()
    leaveRoom()
    stopResync()
  }
}
