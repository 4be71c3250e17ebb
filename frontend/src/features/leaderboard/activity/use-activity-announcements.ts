import { useEffect } from 'react'
import { announce } from '../../../shared/ui/feedback/announcer.tsx'
import { useBoard } from '../board-store.ts'
import { formatAnnouncement } from './activity.ts'
import type { ActivityItem } from './activity.ts'

/** Minimum time between two announcements, in milliseconds. */
const minIntervalMs = 10_000

/** Announces changes in batches, because a busy board would otherwise be announced without end. */
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
    const unsubscribe = useBoard.subscribe(({ activity }, previous) => {
      const knownIds = new Set(previous.activity.map((item) => item.id))
      pending.push(...activity.filter((item) => !knownIds.has(item.id)))
      // Waits for changes that belong together.
      if (pending.length > 0 && timer === undefined) timer = setTimeout(announcePending, 400)
    })
    return () => {
      unsubscribe()
      clearTimeout(timer)
    }
  }, [])
}
