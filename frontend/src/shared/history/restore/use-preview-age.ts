import { useEffect, useState } from 'react'
import { request } from '../../http/http.ts'
import { isNotFound } from '../../http/request-failed.ts'
import { subscribe } from '../../live/live-socket.ts'
import { isAfter } from '../../live/position.ts'
import { onResync } from '../../live/resync.ts'
import { useHistoryStatus } from '../history-status.ts'

/**
 * How a preview relates to the challenge: `changed` after a submission or rating, `superseded` after a reset or restore,
 * `deleted` once the backup is no longer listed.
 */
export type PreviewAge = 'current' | 'changed' | 'superseded' | 'deleted'

/** Returns the age of a preview while its dialog is open. `position` tells one preview from the next. */
export function usePreviewAge(backupId: string, position: string | undefined): PreviewAge {
  const run = useHistoryStatus()?.run
  const [isDeleted, setIsDeleted] = useState(false)
  const [isChanged, setIsChanged] = useState(false)
  const [seen, setSeen] = useState({ position, run })
  // Another preview was loaded, or the run is known only now.
  if (seen.position !== position || (seen.run === undefined && run !== undefined)) {
    setSeen({ position, run })
    setIsChanged(false)
  }

  useEffect(() => {
    const check = () => {
      request('GET', '/api/admin/backups/:backupId', { params: { backupId }, area: 'admin' }).catch(
        (error: unknown) => isNotFound(error) && setIsDeleted(true),
      )
    }
    const stops = [
      subscribe('backups.changed', check),
      onResync(check),
      subscribe('statistics.changed', (message) => {
        const isNew = position !== undefined && isAfter({ position: message.position }, { position })
        if (isNew && 'submissions' in message.statistics) setIsChanged(true)
      }),
    ]
    return () => stops.forEach((stop) => stop())
  }, [backupId, position])

  if (isDeleted) return 'deleted'
  if (seen.run !== undefined && run !== seen.run) return 'superseded'
  return isChanged ? 'changed' : 'current'
}
