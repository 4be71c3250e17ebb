import { useEffect } from 'react'
import { announce } from '../../../shared/ui/feedback/announcer.tsx'
import { useBoard } from '../board-store.ts'
import { formatAnnouncement } from './activity.ts'
import type { ActivityItem } from './activity.ts'

/** Minimum time between two announcements, in milliseconds. */
const apart = 10_000

/** Announces changes in batches, because a busy board would otherwise be announced without end. */
export function useActivityAnnouncements(): void {
  useEffect(() => {
    let waiting: ActivityItem[] = []
    let timer: ReturnType<typeof setTimeout> | undefined
    const speak = () => {
      timer = undefined
      const words = formatAnnouncement(waiting)
      waiting = []
      if (words === undefined) return
      announce(words)
      timer = setTimeout(speak, apart)
    }
    const stop = useBoard.subscribe(({ activity: news }, before) => {
      const known = new Set(before.activity.map((each) => each.id))
      waiting.push(...news.filter((each) => !known.has(each.id)))
      // Waits for changes that belong together.
      if (waiting.length > 0 && timer === undefined) timer = setTimeout(speak, 400)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [])
}
