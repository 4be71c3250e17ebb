import type { ShowcaseResponse } from '@thirty/contracts/api/challenge/leaderboard.ts'
import { rooms } from '@thirty/contracts/live.ts'
import { request } from '../../shared/http/http.ts'
import { createLiveStore } from '../../shared/live/live-store.ts'

/** The public part of the leaderboard: the top six rows and the totals of the challenge. */
export const showcaseStore = createLiveStore<ShowcaseResponse>({
  initialKey: undefined,
  load: ({ signal }) => request('GET', '/api/leaderboard/showcase', { area: 'none', signal }),
  // Visitors are in this room by default; signed-in users have to join it.
  room: rooms.showcase,
  messages: {
    'showcase.changed': {
      // The message has all rows.
      isComplete: true,
      apply: (showcase, { rows, position, epoch, at }) => ({ ...showcase, rows, position, epoch, asOf: at }),
    },
    'challenge.changed': {
      isComplete: true,
      sequence: () => 'challenge',
      apply: (showcase, { day, endsAt, ended, frozenAt, frozen }) => ({
        ...showcase,
        day,
        endsAt,
        ended,
        frozenAt,
        frozen,
      }),
    },
  },
})

/** Returns whether anybody has submitted a project. */
export const hasProjects = ({ rows }: ShowcaseResponse): boolean =>
  rows.some((row) => row.totalPoints > 0 || row.days.length > 0)

/** Returns the loaded showcase inside a component; undefined if none is loaded. */
export const useShowcase = (): ShowcaseResponse | undefined =>
  showcaseStore.use(({ view }) => (view.state === 'ready' ? view.data : undefined))

/** Loads the showcase and applies live updates. Returns a function that stops. */
export function followShowcase(): () => void {
  const stop = showcaseStore.follow()
  void showcaseStore.load(undefined)
  return stop
}
