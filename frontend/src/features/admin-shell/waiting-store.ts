import type { ProjectsAnswer } from '@thirty/contracts/api/projects.ts'
import { create } from 'zustand'
import { get } from '../../shared/http.ts'
import { onMissed } from '../../shared/live-missed.ts'
import { subscribe } from '../../shared/live.ts'

/** How many submissions wait for review; undefined until the server has told. */
export const useWaiting = create<{ count: number | undefined }>(() => ({ count: undefined }))

const load = () =>
  void get<ProjectsAnswer>('/api/projects/all?limit=1', { area: 'admin' }).then(
    ({ counts }) => useWaiting.setState({ count: counts.submitted }),
    // The number known last stays; the next message of the statistics brings a new one.
    () => undefined,
  )

/** Keeps the number true while the shell is on screen. Returns the way out. */
export function followWaiting(): () => void {
  const ways = [
    subscribe('statistics.changed', ({ statistics }) => {
      if ('pending' in statistics) useWaiting.setState({ count: statistics.pending })
    }),
    onMissed(load),
  ]
  load()
  return () => ways.forEach((leave) => leave())
}
