import { throttle } from '../../shared/live/throttle.ts'
import { announce } from '../../shared/ui/feedback/announcer.tsx'
import { followSelection } from './selection/selection-store.ts'
import { submissionsStore } from './submissions-store.ts'
import { t } from './messages/t.ts'

/** Minimum time between two announcements to screen reader users, in milliseconds. */
const announceIntervalMs = 10_000

/** Applies live updates to the list and announces arrivals. Returns an unsubscribe function. */
export function followSubmissions(): () => void {
  const announceSoon = throttle(async () => announceArrivals(), announceIntervalMs)
  const stopAnnouncing = submissionsStore.use.subscribe((_, previous) => {
    const previousCount = previous.view.state === 'ready' ? previous.view.data.arrivals.length : 0
    if (arrivalCount() > previousCount) announceSoon()
  })
  const stopSelection = followSelection()
  const stop = submissionsStore.follow()
  return () => {
    stopAnnouncing()
    stopSelection()
    stop()
  }
}

const arrivalCount = (): number => {
  const { view } = submissionsStore.getState()
  return view.state === 'ready' ? view.data.arrivals.length : 0
}

function announceArrivals(): void {
  const count = arrivalCount()
  if (count > 0) announce(t('arrived', { count }))
}
