import type { DaysResponse } from '@thirty/contracts/challenge/api.ts'
import { request } from '../../shared/http/http.ts'
import { liveData, reloadsOn } from '../../shared/live/live-data.ts'

/** The thirty days of the user with completions and submissions, and their statistics. */
export type OwnDays = Pick<DaysResponse, 'days' | 'stats' | 'position' | 'epoch'>

/** The user's own days. Live messages lack the statistics, so a submission or review loads them again. */
export const ownDays = liveData<OwnDays>({
  load: (_key, signal) => request('GET', '/api/challenge/days', { signal }),
  messages: {
    ...reloadsOn('submission.received', 'submission.changed', 'challenge.changed'),
    'rank.changed': {
      sequence: () => 'rank',
      change: (days, { rank, totalPoints }) => ({ ...days, stats: { ...days.stats, rank, totalPoints } }),
    },
  },
})

/** Marks a day as completed or not. Returns the number of completed days. Rejects if the server refuses it. */
export async function setCompleted(day: number, isCompleted: boolean): Promise<number> {
  const method = isCompleted ? 'POST' : 'DELETE'
  const { completedDays } = await request(method, '/api/challenge/days/:day/complete', { params: { day } })
  const completedAt = isCompleted ? new Date().toISOString() : null
  ownDays.change(({ days, stats, ...data }) => ({
    ...data,
    days: days.map((own) => (own.day === day ? { ...own, completedAt } : own)),
    stats: { ...stats, completed: completedDays.length },
  }))
  // The series of completed days comes with it.
  void ownDays.refresh()
  return completedDays.length
}
