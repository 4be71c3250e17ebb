// Imports the file of an exported backup, also one of another installation, once its preview has said whose it is. Refuses here what cannot
// be one.

import type {
  ImportResponse,
  FileVerification,
  ImportPreview as Preview,
  ImportProgress,
} from '@thirty/contracts/backups/api.ts'
import { Link, paths } from '../../shared/navigation/router.ts'
import { Button } from '../../shared/ui/controls/button.tsx'
import { Dialog } from '../../shared/ui/dialog/dialog.tsx'
import { Banner, DescriptionList } from '../../shared/ui/display/surfaces.tsx'
import { ImportField, useFileImport, type Sending } from '../../shared/files/file-import.tsx'
import { t, formatNumber, formatPoints } from '../../shared/i18n/t.ts'
import { formatBytes } from '../../shared/http/download.ts'
import { uploadBody } from '../../shared/http/upload.ts'
import { Time } from '../../shared/ui/display/time.tsx'
import { allBackups, formatFingerprint } from './backups-data.ts'
import { LiveIndicator } from '../../shared/ui/feedback/live-indicator.tsx'
import { SlashProgress } from '../../shared/ui/progress/slash-bars.tsx'
import layout from '../../shared/styles/layout.module.css'
import css from './import-dialog.module.css'

const path = '/api/admin/backups/import'
const type = 'application/gzip'

export const ImportDialog = ({ onClose }: { onClose: () => void }) => {
  const { state, check, importFile, cancel, chooseAnother } = useFileImport({
    check: (file, sending: Sending<ImportProgress>) =>
      uploadBody(`${path}/preview`, file, { type, ...sending }),
    run: (file, sending) => allBackups.after(uploadBody(path, file, { type, ...sending })),
  })
  const isSending = state.kind === 'checking' || state.kind === 'importing'
  const close = () => {
    if (isSending) cancel()
    onClose()
  }
  const checkFile = async (file: File) => {
    const failure = await findFailure(file)
    if (failure === undefined) check(file)
    else chooseAnother(failure)
  }
  return (
    <Dialog
      onClose={close}
      title={t('adminBackups.importTitle')}
      description={t('adminBackups.importText')}
      width={520}
    >
      <div className={layout.stack16}>
        {state.kind === 'done' && <Report response={state.result} onClose={onClose} />}
        {state.kind === 'checked' && (
          <ImportPreview
            {...state}
            onImport={() => importFile(state.file)}
            onOther={() => chooseAnother()}
            onClose={onClose}
          />
        )}
        {isSending && state.sent >= 1 && <ServerProgress {...state} />}
        {(state.kind === 'empty' || (isSending && state.sent < 1)) && (
          <ImportField
            label={t('adminBackups.fileOfBackup')}
            accept=".gz,application/gzip"
            hint={t('adminBackups.fileHint')}
            state={state}
            mayGoOn={t('adminBackups.mayGoOn')}
            onFile={(file) => void checkFile(file)}
          />
        )}
        {(state.kind === 'empty' || isSending) && (
          <div className={css.actions}>
            <Button onClick={close}>{t(isSending ? 'adminBackups.cancelImport' : 'common.cancel')}</Button>
          </div>
        )}
      </div>
    </Dialog>
  )
}

/** The first line of a backup file that is not compressed is an object. */
const unpackedStart = '{"'

/** Returns why a file cannot be that of a backup, early, before a long upload; `undefined` if it may be one. */
async function findFailure(upload: File): Promise<string | undefined> {
  const file = upload.name
  if (upload.size === 0) return t('adminBackups.emptyFile', { file })
  const start = new Uint8Array(await upload.slice(0, 2).arrayBuffer())
  // The signature of gzip.
  if (start[0] === 0x1f && start[1] === 0x8b) return undefined
  return new TextDecoder().decode(start) === unpackedStart
    ? t('adminBackups.unpackedFile', { file })
    : t('adminBackups.notABackup', { file })
}

type ServerProgressProps = { name: string; bytes: number; progress?: ImportProgress }

/** What the server does with a file that was sent, and how many of its events are done. */
const ServerProgress = ({ name, bytes, progress }: ServerProgressProps) => {
  const { step, events, total } = progress ?? ({ step: 'waiting', events: 0, total: 0 } as const)
  const file = { name, size: formatBytes(bytes) }
  const texts = {
    waiting: [t.rich('adminBackups.stepWaiting', file)],
    verifying: [
      t.rich('adminBackups.stepVerifying', file),
      t('adminBackups.eventsVerified', { events, total }),
    ],
    appending: [t.rich('adminBackups.stepWriting', file), t('adminBackups.eventsWritten', { events, total })],
    checking: [t.rich('adminBackups.stepChecking', file), t('adminBackups.eventsChecked', { events, total })],
  } as const
  const [text, count] = texts[step]
  return (
    <div className={css.server}>
      <p className={css.step} role="status">
        <LiveIndicator moving />
        <span>{text}</span>
      </p>
      {count !== undefined && total > 0 && (
        <div>
          <SlashProgress
            total={30}
            done={(Math.min(events, total) / total) * 30}
            height={14}
            label={t('adminBackups.import')}
            valueText={count}
          />
          <p className={css.count} aria-hidden="true">
            {count}
          </p>
        </div>
      )}
    </div>
  )
}

type ImportPreviewProps = {
  preview: Preview
  onImport: () => void
  onOther: () => void
  onClose: () => void
}

/** Says whose backup a file has and whom it names, before anything is imported. */
const ImportPreview = ({ preview, onImport, onOther, onClose }: ImportPreviewProps) => {
  const { name, createdAt, statistics, backupId, mayImport, people, verification } = preview
  return (
    <>
      <section>
        <h3 className={css.name} dir="auto">
          {name}
        </h3>
        <p className={css.made}>
          <Time at={createdAt} exact="date-minute" />
        </p>
        <DescriptionList
          className={css.facts}
          entries={[
            [t('common.projects'), formatNumber(statistics.totalProjects)],
            [t('common.users'), formatNumber(statistics.totalParticipants)],
            [t('adminBackups.averagePoints'), formatPoints(statistics.averagePoints)],
            [t('common.signature'), signatureText(verification)],
          ]}
        />
      </section>
      <Banner kind="info" live>
        {backupId !== null && t('adminBackups.isThere')}
      </Banner>
      <Banner kind="danger" live title={t('adminBackups.mayNotImport')}>
        {!mayImport &&
          t(verification.signedBy === null ? 'adminBackups.askToImport' : 'adminBackups.askToAccept')}
      </Banner>
      <Banner kind="warning">{verification.origin === 'unknown' && t('adminBackups.unknownMeans')}</Banner>
      <Banner kind={people.unknown > 0 ? 'warning' : 'info'}>
        {people.total > 0 &&
          t(people.unknown > 0 ? 'adminBackups.unknownPeople' : 'adminBackups.knownPeople', people)}
      </Banner>
      <div className={css.actions}>
        {backupId !== null && (
          <Link className={css.link} to={paths.admin.backup(backupId)} onClick={onClose}>
            {t('adminBackups.showInList')}
          </Link>
        )}
        <Button onClick={onOther}>{t('common.chooseAnother')}</Button>
        {backupId === null && mayImport && (
          <Button kind="primary" onClick={onImport}>
            {t('adminBackups.import')}
          </Button>
        )}
      </div>
    </>
  )
}

const Report = ({ response, onClose }: { response: ImportResponse; onClose: () => void }) => {
  const { backup, wasThere, verification } = response
  const { events, productVersion: version, formatVersion: format, finalHash, digest } = verification
  return (
    <>
      <Banner kind={wasThere ? 'info' : 'success'} live>
        {t.rich(wasThere ? 'adminBackups.wasThere' : 'adminBackups.isImported', { name: backup.name })}
      </Banner>
      <section>
        <h3 className={css.heading}>{t('adminBackups.verified')}</h3>
        <DescriptionList
          className={css.facts}
          entries={[
            [t('common.events'), formatNumber(events)],
            [t('adminBackups.writtenBy'), t('adminBackups.writer', { version, format })],
            [t('common.signature'), signatureText(verification)],
            [t('adminBackups.finalHash'), finalHash],
            [t('common.leaderboard'), digest],
          ]}
        />
      </section>
      <div className={css.actions}>
        <Link className={css.link} to={paths.admin.backup(backup._id)} onClick={onClose}>
          {t('adminBackups.showInList')}
        </Link>
        <Button kind="primary" onClick={onClose}>
          {t('common.done')}
        </Button>
      </div>
    </>
  )
}

const signatureText = ({ origin, signedBy, signerName }: FileVerification): string => {
  const key = formatFingerprint(signedBy ?? '')
  return {
    own: t('adminBackups.signedHere'),
    accepted: t('adminBackups.signedByAccepted', { name: signerName ?? '', key }),
    unknown: signedBy === null ? t('adminBackups.notSigned') : t('adminBackups.signedByUnknown', { key }),
  }[origin]
}
