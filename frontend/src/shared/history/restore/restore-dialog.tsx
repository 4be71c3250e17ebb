// Asks whether to restore a backup, and shows what that would change. Only its buttons close it. After a change of the challenge by
// somebody else the preview has to be loaded again before a restore.

import type { Backup, RestorePreview as Preview } from '@thirty/contracts/backups/api.ts'
import { History } from 'lucide-react'
import { useState } from 'react'
import { request } from '../../http/http.ts'
import { liveData, useLiveData } from '../../live/live-data.ts'
import { RequestDialog } from '../../ui/dialog/dialog.tsx'
import { Time } from '../../ui/display/time.tsx'
import { Banner } from '../../ui/display/surfaces.tsx'
import { Skeleton } from '../../ui/feedback/states.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { t } from '../../i18n/t.ts'
import { RestorePreview } from './restore-preview.tsx'
import { backupData, startRestore, useHistoryStatus } from '../history.ts'
import { isNotFound } from '../../http/request-failed.ts'
import layout from '../../styles/layout.module.css'
import css from './restore-preview.module.css'

/** The previews by backup. One on screen is loaded again only by the user; `isChanged`: a submission or rating has changed the challenge since. */
const previews = liveData<Preview & { isChanged?: boolean }, string>({
  load: (backupId, signal) =>
    request('GET', '/api/admin/backups/:backupId/preview', { params: { backupId }, signal }),
  messages: {
    'statistics.changed': {
      // A message of another run would load the preview again.
      isComplete: true,
      change: (preview, { statistics }) =>
        'submissions' in statistics ? { ...preview, isChanged: true } : preview,
    },
  },
  resyncs: false,
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
  const age = usePreviewAge(backupId, preview)
  return (
    <RequestDialog
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
      isConfirmDisabled={preview === undefined || age === 'superseded' || age === 'deleted'}
      busyText={t('common.restoring')}
      run={() => startRestore(backupId).then(onClose)}
      onFailure={({ message }) => t('history.restoreFailed', { message })}
    >
      <Banner
        kind={age === 'changed' ? 'info' : 'warning'}
        live
        button={age !== 'deleted' && preview && { onClick: view.reload, children: t('history.update') }}
      >
        {age !== 'current' && ageTexts[age]}
      </Banner>
      {view.state === 'loading' && <PreviewSkeleton />}
      <Banner kind="danger" live button={{ onClick: view.reload, children: t('common.tryAgain') }}>
        {view.message !== undefined && t('common.backupDetailsFailed', { message: view.message })}
      </Banner>
      {preview && <RestorePreview preview={preview} />}
    </RequestDialog>
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

/**
 * How a preview relates to the challenge: `changed` after a submission or rating, `superseded` after a reset or restore, `deleted` once the
 * backup is gone.
 */
const ageTexts = {
  changed: t('history.changed'),
  superseded: t('history.superseded'),
  deleted: t('history.deleted'),
}

function usePreviewAge(backupId: string, preview?: Preview & { isChanged?: boolean }) {
  // A load makes another object of it, a message does not.
  const { now, isChanged = false } = preview ?? {}
  const isDeleted = isNotFound(useLiveData(backupData, backupId).error)
  const run = useHistoryStatus()?.run
  const [seen, setSeen] = useState({ now, run })
  // The first preview may be of the run in which the dialog was opened.
  const isFirst = seen.now === undefined && seen.run !== undefined
  // Another preview was loaded, or the run is known only now.
  if (seen.now !== now || (seen.run === undefined && run !== undefined))
    setSeen({ now, run: isFirst ? seen.run : run })
  if (isDeleted) return 'deleted'
  if (seen.run !== undefined && run !== seen.run) return 'superseded'
  return isChanged ? 'changed' : 'current'
}

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
