// The backups as cards, newest first; above them the one that the address names, if it is on a later page. Changes by others wait while
// pointer or focus is inside.

import type { Backup } from '@thirty/contracts/backups/api.ts'
import { CalendarDays, Download, History, Trash2, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { LiveView } from '../../shared/live/live-types.ts'
import { request } from '../../shared/http/http.ts'
import { untilGone, useLiveData } from '../../shared/live/live-data.ts'
import { Allowed } from '../../shared/team/permissions.tsx'
import { usePageTitle } from '../../shared/navigation/router.ts'
import { Button, Spinner } from '../../shared/ui/controls/button.tsx'
import { Failure, Badge, Card, DescriptionList } from '../../shared/ui/display/surfaces.tsx'
import { PendingChangesBar } from '../../shared/ui/feedback/live-indicator.tsx'
import { useFreezeWhileInteracting } from '../../shared/ui/motion/use-freeze-while-interacting.ts'
import { t, formatPoints, formatNumber } from '../../shared/i18n/t.ts'
import { formatBytes } from '../../shared/http/download.ts'
import { useCurrentDay } from '../../shared/challenge/current-day.ts'
import { backupData, isBuilding, useHistoryStatus, useRestore } from '../../shared/history/history.ts'
import { ConfirmedButton } from '../../shared/ui/dialog/dialog.tsx'
import { IconButton } from '../../shared/ui/controls/icon-button.tsx'
import { Time, formatPeriod } from '../../shared/ui/display/time.tsx'
import { allBackups, exportBackup, useRunningExport, type Backups } from './backups-data.ts'
import layout from '../../shared/styles/layout.module.css'
import css from './backup-grid.module.css'

type BackupGridProps = {
  view: Pick<LiveView<Backups>, 'moreState' | 'loadMore'>
  loaded: Backups
  /** The id of the backup to highlight. */
  selectedId: string | undefined
  onRestore: (backup: Backup) => void
  onDeleted: () => void
}

export const BackupGrid = ({ view, loaded, selectedId, ...actions }: BackupGridProps) => {
  const [ref, { frozen, pendingCount, release }] = useFreezeWhileInteracting(loaded.rows, countChanges)
  const isListed = frozen.some(({ _id }) => _id === selectedId)
  const hasFailed = view.moreState === 'failed'
  return (
    <div className={layout.stack16}>
      <div ref={ref} className={layout.stack16}>
        {pendingCount > 0 && (
          <PendingChangesBar onPress={release}>
            {t('common.showChanges', { count: pendingCount })}
          </PendingChangesBar>
        )}
        {selectedId !== undefined && !isListed && (
          <OlderBackup key={selectedId} id={selectedId} {...actions} />
        )}
        <ul className={css.grid} aria-label={t('common.backups')}>
          {frozen.map((backup) => (
            <BackupCard {...{ backup, ...actions }} key={backup._id} selected={backup._id === selectedId} />
          ))}
        </ul>
      </div>
      {/* Outside of the held list; otherwise a press on "Show more" would be held back, too. */}
      {loaded.nextCursor !== null && (
        <div className={css.more}>
          <Failure text={hasFailed && t('adminBackups.moreFailed')} />
          <Button busy={view.moreState === 'loading'} busyText={t('common.loading')} onClick={view.loadMore}>
            {t(hasFailed ? 'common.tryAgain' : 'common.showMore')}
          </Button>
        </div>
      )}
    </div>
  )
}

/** Counts the backups that were added and removed. */
function countChanges(frozen: readonly Backup[], latest: readonly Backup[]): number {
  const countMissing = (backups: readonly Backup[], others: readonly Backup[]) =>
    backups.filter(({ _id }) => !others.some((other) => other._id === _id)).length
  return countMissing(frozen, latest) + countMissing(latest, frozen)
}

type BackupActions = Pick<BackupGridProps, 'onRestore' | 'onDeleted'>

/** The backup of the link, if it is not among the loaded ones. */
const OlderBackup = ({ id, ...actions }: BackupActions & { id: string }) => {
  const { state, data, message } = useLiveData(backupData, id)
  if (state === 'loading') return null
  if (state === 'failed') return <Failure text={t('common.backupDetailsFailed', { message })} />
  return (
    <ul className={css.grid} aria-label={t('adminBackups.chosenBackup')}>
      <BackupCard {...actions} backup={data} selected />
    </ul>
  )
}

/** `selected`: the screen was opened for this backup, which shows its id and receives the focus. */
type BackupCardProps = BackupActions & { backup: Backup; selected: boolean }

const BackupCard = ({ backup, selected, onRestore, onDeleted }: BackupCardProps) => {
  const { _id: id, name, createdAt, createdBy, imported, origin, data } = backup
  const { challengePeriod, day } = data.metadata
  const { timeZone } = useCurrentDay()
  const running = useRunningExport((state) => state.running)
  const isExporting = running?.backupId === id
  const isRestoring = useRestore(({ backupId }) => backupId === id)
  const isBlocked = isBuilding(useHistoryStatus())
  const time = () => <Time at={createdAt} exact="date-minute" />
  const heading = useRef<HTMLHeadingElement>(null)
  usePageTitle(selected ? t('adminBackups.backupNamed', { name }) : undefined)
  useEffect(() => {
    if (!selected) return
    heading.current?.focus({ preventScroll: true })
    heading.current?.closest('li')?.scrollIntoView({ block: 'center' })
  }, [selected])
  return (
    <Card as="li" selected={selected} className={css.card}>
      <div>
        <h2 ref={heading} tabIndex={selected ? -1 : undefined} className={css.name} dir="auto">
          {name}
        </h2>
        <p className={css.made}>
          <span>
            {createdBy
              ? t.rich('adminBackups.madeBy', { name: createdBy.username, time })
              : t.rich('adminBackups.madeBySystem', { time })}
          </span>
          {(imported || origin === 'unknown') && (
            <Badge
              tone="info"
              label={t(origin === 'unknown' ? 'adminBackups.importedUnsigned' : 'adminBackups.imported')}
            />
          )}
        </p>
        {selected && <p className={css.id}>{t.rich('adminBackups.backupId', { id })}</p>}
      </div>
      <DescriptionList
        className={css.figures}
        valueClass={css.figure}
        entries={[
          [t('common.projects'), formatNumber(data.statistics.totalProjects)],
          [t('common.users'), formatNumber(data.statistics.totalParticipants)],
          [t('adminBackups.averagePoints'), formatPoints(data.statistics.averagePoints)],
        ]}
      />
      <p className={css.period}>
        <CalendarDays size={15} />
        {challengePeriod
          ? t('adminBackups.periodAndDay', { period: formatPeriod(challengePeriod, timeZone), day })
          : t('common.notStarted')}
      </p>
      <Allowed to="manage-backups">
        <div className={layout.cluster8}>
          <Button
            wide
            className={css.restore}
            icon={isRestoring ? <Spinner /> : <History />}
            disabled={isRestoring || isBlocked}
            aria-label={t(isRestoring ? 'adminBackups.restoringBackup' : 'adminBackups.restoreBackup', {
              name,
            })}
            onClick={() => onRestore(backup)}
          >
            {t(isRestoring ? 'common.restoring' : 'common.restore')}
          </Button>
          <IconButton
            kind="secondary"
            label={t(isExporting ? 'adminBackups.cancelExport' : 'adminBackups.exportBackup', { name })}
            icon={isExporting ? <X /> : <Download />}
            onClick={() => void exportBackup(backup)}
          />
          <ConfirmedButton
            isIcon
            isDangerous
            kind="secondary"
            icon={<Trash2 />}
            label={t('common.delete')}
            aria-label={t('adminBackups.deleteBackup', { name })}
            title={t('adminBackups.deleteQuestion')}
            description={t.rich('adminBackups.deleteText', { name })}
            busyText={t('common.deleting')}
            failureText={t('adminBackups.deleteFailed')}
            run={async () => {
              const deletion = request('DELETE', '/api/admin/backups/:backupId', { params: { backupId: id } })
              await allBackups.after(untilGone(deletion))
              onDeleted()
            }}
            doneText={t('adminBackups.deleted', { name })}
          />
        </div>
      </Allowed>
      {isExporting && (
        <p className={css.exporting} role="status">
          <Spinner />
          {t('adminBackups.exporting', { size: formatBytes(running.bytes) })}
        </p>
      )}
    </Card>
  )
}
