import { useEffect } from 'react'
import { AlertDialog } from '../../ui/dialog/alert-dialog.tsx'
import { toast } from '../../ui/feedback/toast-store.ts'
import { refreshHistory, useHistoryStatus } from '../history-status.ts'
import { setLastChange } from '../last-change.ts'
import { t } from '../../i18n/t.ts'
import { refreshPage } from '../refresh-page.ts'
import { endRestore, useRestore } from './restore-store.ts'

/** How often the progress of this tab's restore is requested, in milliseconds; live messages are usually faster. */
const pollMs = 2000

/** Says when the restore of this tab is complete, and then loads the page again. */
export const RestoreOutcome = () => {
  const started = useRestore((restore) => restore.started)
  const status = useHistoryStatus()
  const shownRun = status?.shownRun ?? -1
  const isWaiting = started !== undefined && shownRun < started.run

  useEffect(() => {
    if (!isWaiting) return undefined
    void refreshHistory()
    const timer = setInterval(() => void refreshHistory(), pollMs)
    return () => clearInterval(timer)
  }, [isWaiting])

  const wasReplaced = started !== undefined && shownRun > started.run
  useEffect(() => {
    if (!wasReplaced) return
    endRestore()
    toast({ kind: 'info', text: t('history.changedAgain') })
  }, [wasReplaced])

  const isShown = started !== undefined && shownRun === started.run
  const finish = () => {
    if (started) setLastChange({ kind: 'restore', run: started.run, backupId: started.safetyBackupId })
    endRestore()
    refreshPage()
  }
  return (
    isShown && (
      <AlertDialog
        onClose={finish}
        title={t('history.systemRestored')}
        description={t('history.systemRestoredText')}
        confirmLabel={t('common.ok')}
        cancelLabel={null}
        onConfirm={finish}
      />
    )
  )
}
