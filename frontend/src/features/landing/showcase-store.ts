import type { ShowcaseAnswer } from '@thirty/contracts/api/leaderboard.ts'
import { rooms } from '@thirty/contracts/live.ts'
import { create } from 'zustand'
import { get } from '../../shared/http.ts'
import { isAfter } from '../../shared/live-connection.ts'
import { onMissed } from '../../shared/live-missed.ts'
import { subscribe, watch } from '../../shared/live.ts'

export type Showcase =
  | { state: 'loading' }
  | { state: 'failed' }
  | { state: 'empty'; answer: ShowcaseAnswer }
  | { state: 'ready'; answer: ShowcaseAnswer }

type ShowcaseStore = { showcase: Showcase; load: () => Promise<void> }

const stateOf = (answer: ShowcaseAnswer): Showcase => {
  const anyProject = answer.rows.some((row) => row.totalPoints > 0 || row.days.length > 0)
  return { state: anyProject ? 'ready' : 'empty', answer }
}

/** The first six of the board and the figures of the challenge, as everybody may see them. */
export const useShowcase = create<ShowcaseStore>((set, read) => ({
  showcase: { state: 'loading' },
  load: async () => {
    try {
      set({ showcase: stateOf(await get<ShowcaseAnswer>('/api/leaderboard/showcase', { area: 'none' })) })
    } catch {
      // What is on the screen stays; with nothing there, the card says so.
      if (known(read().showcase) === undefined) set({ showcase: { state: 'failed' } })
    }
  },
}))

/** What is known of the challenge, whether or not anybody stands on the board. */
export const known = (showcase: Showcase): ShowcaseAnswer | undefined =>
  showcase.state === 'ready' || showcase.state === 'empty' ? showcase.answer : undefined

/** Loads the showcase and keeps it moving. Returns the way out. */
export function followShowcase(): () => void {
  const load = () => void useShowcase.getState().load()
  load()
  const stopHearing = subscribe('showcase.changed', ({ rows, position, at }) =>
    useShowcase.setState(({ showcase }) => {
      const answer = known(showcase)
      if (answer === undefined || !isAfter(position, answer.position)) return {}
      return { showcase: stateOf({ ...answer, rows, position, asOf: at }) }
    }),
  )
  // Visitors are in this room anyway; who is signed in is not.
  const stopWatching = watch(rooms.showcase)
  const stopMissing = onMissed(load)
  return () => {
    stopHearing()
    stopWatching()
    stopMissing()
  }
}
