import { throttle } from '../../shared/live/throttle.ts'
import { onResync } from '../../shared/live/resync.ts'
import { subscribe } from '../../shared/live/live-socket.ts'
import { announce } from '../../shared/ui/feedback/announcer.tsx'
import { useSubmissions } from './submissions-store.ts'

/** Minimum time between two announcements to screen reader users, in milliseconds. */
const announceIntervalMs = 10_000

/** Applies live updates to the list. Returns an unsubscribe function. */
export function followSubmissions(): () => void {
  const { applyUpdate, resync } = useSubmissions.getState()
  const announceSoon = throttle(async () => announceArrivals(), announceIntervalMs)
  const unsubscribers = [
    subscribe('submission.received', (update) => {
      applyUpdate(update)
      announceSoon()
    }),
    subscribe('submission.changed', applyUpdate),
    // After a failed reload the current rows stay; the connection pill shows their age.
    onResync(() => void resync().catch(() => undefined)),
  ]
  return () => unsubscribers.forEach((unsubscribe) => unsubscribe())
}

function announceArrivals(): void {
  const { list } = useSubmissions.getState()
  const count = list.state === 'ready' ? list.arrivals.length : 0
  if (count > 0) announce(count === 1 ? '1 new submission' : `${count} new submissions`)
}
