// One backup: what it contains, and what can be done with it.

import type { Backup } from '@thirty/contracts/backups/api.ts'
import { CalendarDays, Download, History, Trash2, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useCurrentDay } from '../../shared/challenge/current-day.ts'
import { formatBytes } from '../../shared/format/format-bytes.ts'
import { formatPeriod } from '../../shared/format/format-period.ts'
import { formatPoints } from '../../shared/format/format-points.ts'
import { isBuilding, useHistoryStatus } from '../../shared/history/history-status.ts'
import { useRestore } from '../../shared/history/restore/restore-store.ts'
import { formatNumber } from '../../shared/i18n/locale.ts'
import { Allowed } from '../../shared/team/permissions.tsx'
import { Button } from '../../shared/ui/controls/button.tsx'
import { IconButton } from '../../shared/ui/controls/icon-button.tsx'
import { Badge } from '../../shared/ui/display/badge.tsx'
import { Card } from '../../shared/ui/display/card.tsx'
import { Time } from '../../shared/ui/display/time.tsx'
import { Spinner } from '../../shared/ui/feedback/spinner.tsx'
import { t } from '../../shared/i18n/t.ts'
import layout from '../../shared/styles/layout.module.css'
import { Figures } from '../../shared/ui/display/figures.tsx'
import css from './backup-card.module.css'

type BackupCardProps = {
  backup: Backup
  /** The screen was opened for this backup: it shows its id and receives the focus. */
  selected: boolean
  /** What was received of a running export, in bytes; undefined without one. */
  exportedBytes: number | undefined
  onRestore: () => void
  onExport: () => void
  onDelete: () => void
}

export const BackupCard = ({
  backup,
  selected,
  exportedBytes,
  onRestore,
  onExport,
  onDelete,
}: BackupCardProps) => {
  const { _id: id, name, createdAt, createdBy, data } = backup
  const { totalProjects, totalParticipants, averagePoints } = data.statistics
  const isExporting = exportedBytes !== undefined
  const time = () => <Time at={createdAt} exact="date-minute" />
  const heading = useRef<HTMLHeadingElement>(null)
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
          {(backup.imported || backup.origin === 'unknown') && (
            <Badge tone="info">
              {t(backup.origin === 'unknown' ? 'adminBackups.importedUnsigned' : 'adminBackups.imported')}
            </Badge>
          )}
        </p>
        {selected && <p className={css.id}>{t.rich('adminBackups.backupId', { id })}</p>}
      </div>
      <Figures
        className={css.figures}
        valueClass={css.figure}
        figures={[
          [t('common.projects'), formatNumber(totalProjects)],
          [t('common.users'), formatNumber(totalParticipants)],
          [t('adminBackups.averagePoints'), formatPoints(averagePoints)],
        ]}
      />
      <Period metadata={data.metadata} />
      <Allowed to="manage-backups">
        <div className={layout.cluster8}>
          <RestoreButton id={id} name={name} onRestore={onRestore} />
          <IconButton
            kind="secondary"
            label={t(isExporting ? 'adminBackups.cancelExport' : 'adminBackups.exportBackup', { name })}
            icon={isExporting ? <X /> : <Download />}
            onClick={onExport}
          />
          <IconButton
            kind="secondary"
            label={t('adminBackups.deleteBackup', { name })}
            icon={<Trash2 />}
            onClick={onDelete}
          />
        </div>
      </Allowed>
      {isExporting && (
        <p className={css.exporting} role="status">
          <Spinner />
          {t('adminBackups.exporting', { size: formatBytes(exportedBytes) })}
        </p>
      )}
    </Card>
  )
}

const Period = ({ metadata: { challengePeriod, day } }: { metadata: Backup['data']['metadata'] }) => {
  const { timeZone } = useCurrentDay()
  return (
    <p className={css.period}>
      <CalendarDays size={15} />
      {challengePeriod
        ? t('adminBackups.periodAndDay', { period: formatPeriod(challengePeriod, timeZone), day })
        : t('common.notStarted')}
    </p>
  )
}

type RestoreButtonProps = { id: string; name: string; onRestore: () => void }

const RestoreButton = ({ id, name, onRestore }: RestoreButtonProps) => {
  const isRestoring = useRestore(({ backupId }) => backupId === id)
  const isBlocked = isBuilding(useHistoryStatus())
  return (
    <Button
      wide
      className={css.restore}
      icon={isRestoring ? <Spinner /> : <History />}
      disabled={isRestoring || isBlocked}
      aria-label={t(isRestoring ? 'adminBackups.restoringBackup' : 'adminBackups.restoreBackup', { name })}
      onClick={onRestore}
    >
      {t(isRestoring ? 'common.restoring' : 'common.restore')}
    </Button>
  )
}
