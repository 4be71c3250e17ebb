// Asks whether to restore a backup, and shows what that would change. Only its buttons close it. After a change of the challenge by
// somebody else the preview has to be loaded again before a restore.

import type { Backup } from '@thirty/contracts/backups/api.ts'
import { History } from 'lucide-react'
import { useState, useEffect } from 'react'
import { request } from '../../http/http.ts'
import { useFormSubmit } from '../../ui/forms/use-form-submit.ts'
import { liveData, useLiveData } from '../../live/live-data.ts'
import { AlertDialog } from '../../ui/dialog/alert-dialog.tsx'
import { Time } from '../../ui/display/time.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Skeleton } from '../../ui/feedback/states.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { t } from '../../i18n/t.ts'
import { RestorePreview } from './restore-preview.tsx'
import { startRestore, useHistoryStatus } from '../history.ts'
import { isNotFound } from '../../http/request-failed.ts'
import { subscribe } from '../../live/live-socket.ts'
import { isAfter } from '../../live/position.ts'
import { onResync } from '../../live/resync.ts'
import layout from '../../styles/layout.module.css'
import css from './restore-preview.module.css'

const previews = liveData({
  load: (backupId: string, signal) =>
    request('GET', '/api/admin/backups/:backupId/preview', { params: { backupId }, signal }),
  failedText: t('common.noResponse'),
  isAlwaysFresh: true,
})

type RestoreDialogProps = {
  backupId: string
  /** The backup, if it is known before the preview is loaded. */
  backup?: Backup | undefined
  onClose: () => void
}

export const RestoreDialog = ({ backupId, backup, onClose }: RestoreDialogProps) => {
  const view = useLiveData(previews, backupId)
  const { data: preview } = view
  const age = usePreviewAge(backupId, preview?.position)
  const { pending, failure, run, setFailure } = useFormSubmit()
  const restore = () =>
    run(
      () => startRestore(backupId).then(onClose),
      ({ message }) => setFailure(t('history.restoreFailed', { message })),
    )
  const isOver = age === 'superseded' || age === 'deleted'
  return (
    <AlertDialog
      onClose={onClose}
      kind="danger"
      wide
      isDismissible={false}
      title={t('history.confirmRestore')}
      description={<Description backup={preview?.backup ?? backup} />}
      icon={
        <span className={css.plate} aria-hidden="true">
          <History size={20} />
        </span>
      }
      confirmLabel={t('history.restoreNow')}
      confirmIcon={<History />}
      isConfirmDisabled={preview === undefined || isOver}
      busy={pending}
      busyText={t('common.restoring')}
      error={failure}
      onConfirm={() => void restore()}
    >
      <PreviewAge age={age} {...(preview && { onReload: view.reload })} />
      {view.state === 'loading' && <PreviewSkeleton />}
      <Banner kind="danger" live button={{ onClick: view.reload, children: t('common.tryAgain') }}>
        {view.message !== undefined && t('common.backupDetailsFailed', { message: view.message })}
      </Banner>
      {preview && <RestorePreview preview={preview} />}
    </AlertDialog>
  )
}

const Description = ({ backup }: { backup: Backup | undefined }) =>
  backup &&
  t.rich('history.madeBy', {
    backup: backup.name,
    name: (text) => <bdi>{text}</bdi>,
    time: () => <Time at={backup.createdAt} exact="date-minute" />,
    author: backup.createdBy?.username ?? t('common.system'),
  })

const ageTexts = {
  changed: t('history.changed'),
  superseded: t('history.superseded'),
  deleted: t('history.deleted'),
}

const PreviewAge = ({ age, onReload }: { age: Age; onReload?: () => void }) =>
  age !== 'current' && (
    <Banner
      kind={age === 'changed' ? 'info' : 'warning'}
      live
      button={age !== 'deleted' && onReload && { onClick: onReload, children: t('history.update') }}
    >
      {ageTexts[age]}
    </Banner>
  )

const PreviewSkeleton = () => (
  <div role="status" className={layout.stack20}>
    <VisuallyHidden>{t('history.loadingPreview')}</VisuallyHidden>
    <div className={css.strips}>
      <Skeleton shape="block" height="76px" />
      <Skeleton shape="block" height="76px" />
    </div>
    <Skeleton shape="block" height="190px" />
    <Skeleton shape="block" height="160px" />
  </div>
)

/**
 * How a preview relates to the challenge: `changed` after a submission or rating, `superseded` after a reset or restore,
 * `deleted` once the backup is no longer listed.
 */
type Age = 'current' | 'changed' | 'superseded' | 'deleted'

/** Returns the age of a preview while its dialog is open. `position` tells one preview from the next. */
function usePreviewAge(backupId: string, position: string | undefined): Age {
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
      request('GET', '/api/admin/backups/:backupId', { params: { backupId } }).catch(
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
