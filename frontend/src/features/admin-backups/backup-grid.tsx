// The backups as cards, newest first; above them the one that the address names, if it is on a later page. Changes by others wait while
// the pointer is inside.

import type { Backup } from '@thirty/contracts/backups/api.ts'
import { Plus } from 'lucide-react'
import type { LiveView } from '../../shared/live/live-types.ts'
import { Loaded } from '../../shared/live/loaded.tsx'
import { useLiveData } from '../../shared/live/live-data.ts'
import { Allowed } from '../../shared/team/permissions.tsx'
import { usePageTitle } from '../../shared/navigation/page-title.ts'
import { Button } from '../../shared/ui/controls/button.tsx'
import { Banner } from '../../shared/ui/feedback/banner.tsx'
import { PendingChangesBar } from '../../shared/ui/feedback/pending-changes-bar.tsx'
import { SkeletonCards } from '../../shared/ui/feedback/skeleton.tsx'
import { EmptyState } from '../../shared/ui/feedback/states.tsx'
import { useFreezeWhileInteracting } from '../../shared/ui/motion/use-freeze-while-interacting.ts'
import { BackupCard } from './backup-card.tsx'
import { backupData, useOwnChanges, type Backups } from './backups-data.ts'
import { exportBackup, useRunningExport } from './export-backup.ts'
import { t } from '../../shared/i18n/t.ts'
import layout from '../../shared/styles/layout.module.css'
import css from './backups-screen.module.css'

type BackupGridProps = {
  view: LiveView<Backups>
  /** The id of the backup to highlight. */
  selectedId: string | undefined
  onRestore: (backup: Backup) => void
  onDelete: (backup: Backup) => void
  onCreate: () => void
}

export const BackupGrid = (props: BackupGridProps) => {
  // What the admin has just done is shown at once, also while the pointer is inside the list.
  const ownChanges = useOwnChanges((own) => own.count)
  return (
    <Loaded
      view={props.view}
      loading={<SkeletonCards />}
      failed={t('adminBackups.couldNotLoad')}
      empty={
        <EmptyState
          title={t('adminBackups.none')}
          action={
            <Allowed to="manage-backups">
              <Button icon={<Plus />} onClick={props.onCreate}>
                {t('adminBackups.createBackup')}
              </Button>
            </Allowed>
          }
        >
          {t('adminBackups.madeAutomatically')}
        </EmptyState>
      }
    >
      {(loaded) => <Cards key={ownChanges} {...props} loaded={loaded} />}
    </Loaded>
  )
}

const Cards = ({ loaded, view, selectedId, ...actions }: BackupGridProps & { loaded: Backups }) => {
  const [ref, { frozen, pendingCount, release }] = useFreezeWhileInteracting({
    latest: loaded.backups,
    countChanges,
  })
  const isListed = frozen.some(({ _id }) => _id === selectedId)
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
            <Entry key={backup._id} backup={backup} selected={backup._id === selectedId} {...actions} />
          ))}
        </ul>
      </div>
      {loaded.nextCursor !== null && <More view={view} />}
    </div>
  )
}

/** Counts the backups that were added and removed. */
function countChanges(frozen: readonly Backup[], latest: readonly Backup[]): number {
  const countMissing = (backups: readonly Backup[], others: readonly Backup[]) => {
    const known = new Set(others.map(({ _id }) => _id))
    return backups.filter(({ _id }) => !known.has(_id)).length
  }
  return countMissing(frozen, latest) + countMissing(latest, frozen)
}

type EntryProps = Pick<BackupGridProps, 'onRestore' | 'onDelete'> & { backup: Backup; selected: boolean }

const Entry = ({ backup, selected, onRestore, onDelete }: EntryProps) => {
  const running = useRunningExport((state) => state.running)
  usePageTitle(selected ? t('adminBackups.backupNamed', { name: backup.name }) : undefined)
  return (
    <BackupCard
      backup={backup}
      selected={selected}
      exportedBytes={running?.backupId === backup._id ? running.bytes : undefined}
      onRestore={() => onRestore(backup)}
      onExport={() => void exportBackup(backup)}
      onDelete={() => onDelete(backup)}
    />
  )
}

/** The backup of the link, if it is not among the loaded ones. */
const OlderBackup = ({
  id,
  ...actions
}: Pick<BackupGridProps, 'onRestore' | 'onDelete'> & { id: string }) => {
  const { state, data, message } = useLiveData(backupData, id)
  if (state === 'loading') return null
  if (state === 'failed')
    return (
      <Banner kind="danger" live>
        {t('common.backupDetailsFailed', { message })}
      </Banner>
    )
  return (
    <ul className={css.grid} aria-label={t('adminBackups.chosenBackup')}>
      <Entry backup={data} selected {...actions} />
    </ul>
  )
}

/** Stands outside of the held list; otherwise a press on "Show more" would be held back, too. */
const More = ({ view: { moreState, loadMore } }: Pick<BackupGridProps, 'view'>) => (
  <div className={css.more}>
    {moreState === 'failed' && (
      <Banner kind="danger" live>
        {t('adminBackups.moreFailed')}
      </Banner>
    )}
    <Button busy={moreState === 'loading'} busyText={t('common.loading')} onClick={loadMore}>
      {t(moreState === 'failed' ? 'common.tryAgain' : 'common.showMore')}
    </Button>
  </div>
)
