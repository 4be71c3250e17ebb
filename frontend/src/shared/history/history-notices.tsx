// The notices about resets and restores: the progress of a new run, the latest reset or restore of this tab with View Backup and Undo, and
// the end of a restore. Follows the history while it is mounted.

import type { HistoryStatus } from '@thirty/contracts/backups/api.ts'
import { Undo2 } from 'lucide-react'
import { useEffect } from 'react'
import { paths } from '../navigation/router.ts'
import { ImportedNotice } from '../challenge/challenge-marks.tsx'
import { Button, ButtonLink } from '../ui/controls/button.tsx'
import { Banner } from '../ui/display/surfaces.tsx'
import { SlashProgress } from '../ui/progress/slash-bars.tsx'
import {
  isBuilding,
  useHistoryStatus,
  setLastChange,
  useLastChange,
  useRestore,
  refreshHistory,
  endRestore,
  type LastChange,
} from './history.ts'
import { t } from '../i18n/t.ts'
import { RestoreDialog } from './restore/restore-dialog.tsx'
import { AlertDialog, DialogButton } from '../ui/dialog/dialog.tsx'
import { toast } from '../ui/feedback/toast-store.ts'
import layout from '../styles/layout.module.css'
import css from './history-notices.module.css'

export const HistoryNotices = () => {
  const status = useHistoryStatus()
  const { change } = useLastChange()
  const isLatest = change !== undefined && (status === undefined || status.run <= change.run)
  return (
    <>
      <ImportedNotice />
      {status && status.state !== 'shown' && <Switching status={status} />}
      {isLatest && <LastChangeNotice key={change.backupId} change={change} />}
      <RestoreOutcome />
    </>
  )
}

const Switching = ({ status: { run, shownRun, state, done, total, failure } }: { status: HistoryStatus }) => {
  const isOwnRestore = useRestore(({ started }) => started?.run === run)
  if (state === 'failed')
    return (
      <Banner
        kind="danger"
        live
        title={isOwnRestore ? t('history.restoreFailedTitle') : t('history.cannotBeBuilt', { run })}
      >
        {t('history.staysUntilItCan', { failure: failure ?? '', run: shownRun })}
      </Banner>
    )
  const share = Math.min(1, Math.max(0, Number(done) / Math.max(1, Number(total))))
  const percent = Math.floor(share * 100)
  return (
    <Banner kind="info" title={t('history.isBeingBuilt', { run, percent })}>
      {t('history.staysUntilReady', { run: shownRun })}
      <span className={css.progress}>
        <SlashProgress
          total={20}
          done={share * 20}
          height={14}
          label={t('common.leaderboard')}
          valueText={t('history.percentBuilt', { percent })}
        />
      </span>
    </Banner>
  )
}

// Newer browsers return a promise, which React would take for the clean-up of the ref.
function scrollIntoView(notice: HTMLElement | null): void {
  notice?.scrollIntoView({ block: 'nearest' })
}

const LastChangeNotice = ({ change: { kind, backupId } }: { change: LastChange }) => (
  <div ref={scrollIntoView} className={css.notice}>
    <Banner
      kind="success"
      live
      action={
        <span className={layout.cluster8}>
          <ButtonLink size="small" to={paths.admin.backup(backupId)}>
            {t('history.viewBackup')}
          </ButtonLink>
          <DialogButton
            size="small"
            icon={<Undo2 />}
            disabled={isBuilding(useHistoryStatus())}
            dialog={(close) => <RestoreDialog backupId={backupId} onClose={close} />}
          >
            {t('common.undo')}
          </DialogButton>
          <Button size="small" kind="quiet" onClick={() => setLastChange(undefined)}>
            {t('history.dismiss')}
          </Button>
        </span>
      }
    >
      {t(kind === 'reset' ? 'history.wasReset' : 'history.wasRestored')}
    </Banner>
  </div>
)

/** How often the progress of this tab's restore is requested, in milliseconds; live messages are usually faster. */
const pollMs = 2000

/** Says when the restore of this tab is complete, and then loads the page again. */
const RestoreOutcome = () => {
  const { started } = useRestore()
  const shownRun = useHistoryStatus()?.shownRun ?? -1
  const isWaiting = started !== undefined && shownRun < started.run
  const wasReplaced = started !== undefined && shownRun > started.run

  useEffect(() => {
    if (!isWaiting) return undefined
    void refreshHistory()
    const timer = setInterval(() => void refreshHistory(), pollMs)
    return () => clearInterval(timer)
  }, [isWaiting])

  useEffect(() => {
    if (!wasReplaced) return
    endRestore()
    toast({ kind: 'info', text: t('history.changedAgain') })
  }, [wasReplaced])

  if (shownRun !== started?.run) return null
  return (
    <AlertDialog
      onClose={() => {
        setLastChange({ kind: 'restore', run: shownRun, backupId: started.safetyBackupId })
        endRestore()
        // Nothing of the leaderboard before the restore may stay on screen.
        location.reload()
      }}
      title={t('history.systemRestored')}
      description={t('history.systemRestoredText')}
      confirmLabel={t('common.ok')}
    />
  )
}
