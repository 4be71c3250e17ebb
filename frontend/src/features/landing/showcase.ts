import { rooms } from '@thirty/contracts/live/live.ts'
import { useStore } from 'zustand'
import { request } from '../../shared/http/http.ts'
import { liveData } from '../../shared/live/live-data.ts'

/** The public part of the leaderboard: the top six rows and the totals of the challenge. */
export const showcase = liveData({
  load: (_key: undefined, signal) => request('GET', '/api/leaderboard/showcase', { token: null, signal }),
  // Visitors are in this room by default; signed-in users have to join it.
  room: rooms.showcase,
  messages: {
    'showcase.changed': {
      // The message has all rows.
      isComplete: true,
      change: (data, { rows, position, epoch, at }) => ({ ...data, rows, position, epoch, asOf: at }),
    },
    'challenge.changed': {
      isComplete: true,
      sequence: () => 'challenge',
      change: (data, { day, endsAt, ended, frozenAt, frozen }) => ({
        ...data,
        day,
        endsAt,
        ended,
        frozenAt,
        frozen,
      }),
    },
  },
  // Nobody has submitted a project.
  isEmpty: ({ rows }) => rows.every((row) => row.totalPoints === 0 && row.days.length === 0),
})

/** Returns the loaded showcase inside a component; undefined if none is loaded. */
export const useShowcase = () => useStore(showcase.at(), ({ data }) => data)
