// The screen of backups: its buttons and the dialogs that they open; `backup-grid.tsx` has the cards. The query `backup` highlights one. Below
// them are the key that signs the backups of this installation, and the accepted keys of others.

import { FileUp, Plus, KeyRound } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Backup } from '@thirty/contracts/backups/api.ts'
import type { AcceptedKey } from '@thirty/contracts/backups/backup-keys-api.ts'
import { useSearchParams } from '../../shared/navigation/router.ts'
import { HistoryNotices } from '../../shared/history/history-notices.tsx'
import { RestoreDialog } from '../../shared/history/restore/restore-dialog.tsx'
import { LiveConnectionPill } from '../../shared/ui/feedback/live-connection-pill.tsx'
import { request } from '../../shared/http/http.ts'
import { useLiveData } from '../../shared/live/live-data.ts'
import { Allowed, ReadOnlyNotice, useMay } from '../../shared/team/permissions.tsx'
import { ConfirmedButton, DialogButton } from '../../shared/ui/dialog/dialog.tsx'
import { lazyDialog } from '../../shared/ui/dialog/lazy-dialog.tsx'
import { Button } from '../../shared/ui/controls/button.tsx'
import { AdminPage, RefreshButton } from '../../shared/ui/page/page.tsx'
import { BackupGrid } from './backup-grid.tsx'
import { allBackups, backupKeys, formatFingerprint } from './backups-data.ts'
import { ImportDialog } from './import-dialog.tsx'
import { t, formatName } from '../../shared/i18n/t.ts'
import { EmptyState, Loaded, SkeletonCards } from '../../shared/ui/feedback/states.tsx'
import { SectionCard, Banner } from '../../shared/ui/display/surfaces.tsx'
import { Time } from '../../shared/ui/display/time.tsx'
import { CopyButton } from '../../shared/ui/controls/share-button.tsx'
import layout from '../../shared/styles/layout.module.css'
import css from './backups-screen.module.css'

const CreateBackupDialog = lazyDialog(async () => (await import('./backup-dialogs.tsx')).CreateBackupDialog)

export const BackupsScreen = () => {
  const view = useLiveData(allBackups)
  const [query] = useSearchParams()
  const [isCreating, setIsCreating] = useState(false)
  const [restored, setRestored] = useState<Backup>()
  const createButton = useRef<HTMLButtonElement>(null)
  const create = {
    icon: <Plus />,
    children: t('adminBackups.createBackup'),
    onClick: () => setIsCreating(true),
  }
  return (
    <AdminPage
      title={t('adminBackups.challengeBackups')}
      actions={
        <>
          <LiveConnectionPill view={view} subject={t('common.listSubject')} />
          <RefreshButton refresh={allBackups.refresh} />
        </>
      }
      note={
        view.state === 'ready' &&
        t(view.data.nextCursor === null ? 'adminBackups.count' : 'adminBackups.newestCount', {
          count: view.data.rows.length,
        })
      }
    >
      <HistoryNotices />
      <ReadOnlyNotice permission="manage-backups" />
      <Allowed to="manage-backups">
        <div className={layout.cluster8}>
          <Button {...create} ref={createButton} kind="primary" />
          <DialogButton icon={<FileUp />} dialog={(close) => <ImportDialog onClose={close} />}>
            {t('adminBackups.import')}
          </DialogButton>
        </div>
      </Allowed>
      <Loaded
        view={view}
        loading={<SkeletonCards />}
        failed={t('adminBackups.couldNotLoad')}
        empty={
          <EmptyState
            title={t('adminBackups.none')}
            text={t('adminBackups.madeAutomatically')}
            action={
              <Allowed to="manage-backups">
                <Button {...create} />
              </Allowed>
            }
          />
        }
      >
        {(loaded) => (
          <BackupGrid
            {...{ view, loaded }}
            selectedId={query.get('backup') ?? undefined}
            onRestore={setRestored}
            // Once the question no longer holds the focus.
            onDeleted={() => requestAnimationFrame(() => createButton.current?.focus())}
          />
        )}
      </Loaded>
      {/* Below the backups: before these are there, it would be pushed down. */}
      {view.state !== 'loading' && <BackupKeys />}
      {/* What is typed stays, also if the list has its first backup or the right is lost meanwhile. */}
      {isCreating && <CreateBackupDialog onClose={() => setIsCreating(false)} />}
      {restored && (
        <RestoreDialog backupId={restored._id} backup={restored} onClose={() => setRestored(undefined)} />
      )}
    </AdminPage>
  )
}

const AcceptKeyDialog = lazyDialog(async () => (await import('./backup-dialogs.tsx')).AcceptKeyDialog)

export const BackupKeys = () => {
  const view = useLiveData(backupKeys)
  const mayAccept = useMay('trust-backups')
  const acceptButton = useRef<HTMLButtonElement>(null)
  return (
    <SectionCard
      title={t('adminBackups.keys')}
      icon={<KeyRound />}
      end={
        <DialogButton
          ref={acceptButton}
          isHidden={!mayAccept}
          dialog={(close) => <AcceptKeyDialog onClose={close} />}
        >
          {t('adminBackups.acceptKey')}
        </DialogButton>
      }
    >
      <Banner kind="danger" live action={<Button onClick={view.reload}>{t('common.tryAgain')}</Button>}>
        {view.state === 'failed' && t('adminBackups.keysFailed', { message: view.message })}
      </Banner>
      {view.data && (
        <div className={css.keys}>
          <div className={css.key}>
            <div>
              <h3 className={css.name}>{t('adminBackups.ownKey')}</h3>
              <Fingerprint of={view.data.own} />
              <p className={css.detail}>{t('adminBackups.ownKeyText')}</p>
            </div>
            <CopyButton
              size="small"
              text={view.data.own}
              copied={t('adminBackups.keyCopied')}
              notCopied={t('adminBackups.keyNotCopied')}
              aria-label={t('adminBackups.copyOwnKey')}
            />
          </div>
          <div>
            <h3 className={css.heading}>{t('adminBackups.acceptedKeys')}</h3>
            <p className={css.detail}>
              {t(mayAccept ? 'adminBackups.acceptedKeysText' : 'adminBackups.onlyOwnersAccept')}
            </p>
            {view.data.accepted.length === 0 ? (
              <p className={css.none}>{t('adminBackups.noKeys')}</p>
            ) : (
              <ul aria-label={t('adminBackups.acceptedKeys')}>
                {view.data.accepted.map((key) => (
                  <Accepted
                    key={key.fingerprint}
                    accepted={key}
                    // Once the dialog no longer holds the focus.
                    onRemoved={() => requestAnimationFrame(() => acceptButton.current?.focus())}
                  />
                ))}
              </ul>
            )}
          </div>
        </div>
      )}
    </SectionCard>
  )
}

const Accepted = ({ accepted, onRemoved }: { accepted: AcceptedKey; onRemoved: () => void }) => {
  const { fingerprint, name, acceptedAt, acceptedBy } = accepted
  const time = () => <Time at={acceptedAt} exact="date-minute" />
  return (
    <li className={css.key}>
      <div>
        <h4 className={css.name} dir="auto">
          {name}
        </h4>
        <Fingerprint of={fingerprint} />
        <p className={css.detail}>
          {acceptedBy === null
            ? t.rich('adminBackups.acceptedAt', { time })
            : t.rich('adminBackups.acceptedBy', { time, name: formatName(acceptedBy) })}
        </p>
      </div>
      <Allowed to="trust-backups">
        <ConfirmedButton
          size="small"
          kind="danger-outline"
          label={t('common.remove')}
          aria-label={t('adminBackups.removeKeyOf', { name })}
          title={t('adminBackups.removeKeyQuestion', { name })}
          description={t('adminBackups.removeKeyText')}
          failureText={t('adminBackups.removeKeyFailed')}
          run={async () => {
            const params = { fingerprint }
            await backupKeys.after(request('DELETE', '/api/admin/backup-keys/:fingerprint', { params }))
            onRemoved()
          }}
          doneText={t('adminBackups.keyRemoved', { name })}
        />
      </Allowed>
    </li>
  )
}

const Fingerprint = ({ of }: { of: string }) => (
  <code className={css.fingerprint} dir="ltr">
    {formatFingerprint(of)}
  </code>
)
