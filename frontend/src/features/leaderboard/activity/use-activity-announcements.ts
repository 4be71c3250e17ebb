// Announces changes in batches. On a busy board, one announcement per change would never end.

import { useEffect } from 'react'
import { announce } from '../../../shared/ui/feedback/announcer.tsx'
import { useActivity } from './activity-store.ts'
import { formatAnnouncement, type ActivityItem } from './activity.ts'

/** Minimum time between two announcements, in milliseconds. */
const minIntervalMs = 10_000
/** Changes within this time are announced together, in milliseconds. */
const batchMs = 400

export function useActivityAnnouncements(): void {
  useEffect(() => {
    let pending: ActivityItem[] = []
    let timer: ReturnType<typeof setTimeout> | undefined
    const announcePending = () => {
      timer = undefined
      const text = formatAnnouncement(pending)
      pending = []
      if (text === undefined) return
      announce(text)
      timer = setTimeout(announcePending, minIntervalMs)
    }
    const unsubscribe = useActivity.subscribe(({ items }, previous) => {
      const knownIds = new Set(previous.items.map((item) => item.id))
      pending.push(...items.filter((item) => !knownIds.has(item.id)))
      if (pending.length > 0 && timer === undefined) timer = setTimeout(announcePending, batchMs)
    })
    return () => {
      unsubscribe()
      clearTimeout(timer)
    }
  }, [])
}
