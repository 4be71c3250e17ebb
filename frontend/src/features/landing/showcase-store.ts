import type { ShowcaseResponse } from '@thirty/contracts/api/challenge/leaderboard.ts'
import { rooms } from '@thirty/contracts/live.ts'
import { create } from 'zustand'
import { request } from '../../shared/http/http.ts'
import { isPositionAfter } from '../../shared/live/live-connection.ts'
import { onResync } from '../../shared/live/resync.ts'
import { subscribe, joinRoom } from '../../shared/live/live-socket.ts'

export type Showcase =
  | { state: 'loading' }
  | { state: 'failed' }
  | { state: 'empty'; response: ShowcaseResponse }
  | { state: 'ready'; response: ShowcaseResponse }

type ShowcaseStore = { showcase: Showcase; load: () => Promise<void> }

const stateOf = (answer: ShowcaseResponse): Showcase => {
  const anyProject = answer.rows.some((row) => row.totalPoints > 0 || row.days.length > 0)
  return { state: anyProject ? 'ready' : 'empty', response: answer }
}

/** The first six of the board and the figures of the challenge, as everybody may see them. */
export const useShowcase = create<ShowcaseStore>((set, read) => ({
  showcase: { state: 'loading' },
  load: async () => {
    try {
      set({ showcase: stateOf(await request('GET', '/api/leaderboard/showcase', { area: 'none' })) })
    } catch {
      // What is on the screen stays; with nothing there, the card says so.
      if (showcaseResponse(read().showcase) === undefined) set({ showcase: { state: 'failed' } })
    }
  },
}))

/** What is known of the challenge, whether or not anybody stands on the board. */
export const showcaseResponse = (showcase: Showcase): ShowcaseResponse | undefined =>
  showcase.state === 'ready' || showcase.state === 'empty' ? showcase.response : undefined

/** Loads the showcase and keeps it moving. Returns the way out. */
export function followShowcase(): () => void {
  const load = () => void useShowcase.getState().load()
  load()
  const stopHearing = subscribe('showcase.changed', ({ rows, position, at }) =>
    useShowcase.setState(({ showcase }) => {
      const answer = showcaseResponse(showcase)
      if (answer === undefined || !isPositionAfter(position, answer.position)) return {}
      return { showcase: stateOf({ ...answer, rows, position, asOf: at }) }
    }),
  )
  // Visitors are in this room anyway; who is signed in is not.
  const stopWatching = joinRoom(rooms.showcase)
  const stopMissing = onResync(load)
  return () => {
    stopHearing()
    stopWatching()
    stopMissing()
  }
}
