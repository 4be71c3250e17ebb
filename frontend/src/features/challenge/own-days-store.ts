import type { DaysResponse } from '@thirty/contracts/api/challenge/challenge.ts'
import { request } from '../../shared/http/http.ts'
import { createLiveStore } from '../../shared/live/live-store.ts'

/** The thirty days of the user with completions and submissions, and their statistics. */
export type OwnDays = Pick<DaysResponse, 'days' | 'stats' | 'position' | 'epoch'>

/** The user's own days. Live messages lack the statistics, so a submission or review loads them again. */
export const ownDaysStore = createLiveStore<OwnDays>({
  initialKey: undefined,
  load: ({ signal }) => request('GET', '/api/challenge/days', { signal }),
  messages: {
    'submission.received': { sequence: () => 'submissions', apply: reloadDays },
    'submission.changed': { sequence: () => 'submissions', apply: reloadDays },
    'challenge.changed': { sequence: () => 'challenge', apply: reloadDays },
    'rank.changed': {
      sequence: () => 'rank',
      apply: (days, { rank, totalPoints }) => ({ ...days, stats: { ...days.stats, rank, totalPoints } }),
    },
  },
})

function reloadDays(days: OwnDays, _: unknown, reload: () => void): OwnDays {
  reload()
  return days
}

/** Marks a day as completed or not. Returns the number of completed days. Rejects if the server refuses it. */
export async function setCompleted(day: number, isCompleted: boolean): Promise<number> {
  const { completedDays } = await request(
    isCompleted ? 'POST' : 'DELETE',
    '/api/challenge/days/:day/complete',
    {
      params: { day },
    },
  )
  const at = new Date().toISOString()
  ownDaysStore.change((data) => ({
    ...data,
    days: data.days.map((own) => ({
      ...own,
      completedAt: completedDays.includes(own.day) ? (own.completedAt ?? at) : null,
    })),
    stats: { ...data.stats, completed: completedDays.length },
  }))
  // The series of completed days comes with the next load. If it fails, the store says so.
  void ownDaysStore.refresh().catch(() => undefined)
  return completedDays.length
}
