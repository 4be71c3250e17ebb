import { throttle } from '../../shared/live/throttle.ts'
import { onResync } from '../../shared/live/resync.ts'
import { subscribe } from '../../shared/live/live-socket.ts'
import { announce } from '../../shared/ui/feedback/announcer.tsx'
import { useSubmissions } from './submissions-store.ts'

/** Minimum time between two announcements to screen reader users, in milliseconds. */
const quiet = 10_000

/** Keeps the list live. Returns a function that stops. */
export function followSubmissions(): () => void {
  const { applyUpdate: hear, resync: catchUp } = useSubmissions.getState()
  const tell = throttle(async () => announceArrivals(), quiet)
  const ways = [
    subscribe('submission.received', (frame) => {
      hear(frame)
      tell()
    }),
    subscribe('submission.changed', hear),
    // A failed reload keeps the current rows; the connection pill shows their age.
    onResync(() => void catchUp().catch(() => undefined)),
  ]
  return () => ways.forEach((leave) => leave())
}

function announceArrivals(): void {
  const { list: view } = useSubmissions.getState()
  const count = view.state === 'ready' ? view.arrivals.length : 0
  if (count > 0) announce(count === 1 ? '1 new submission' : `${count} new submissions`)
}
