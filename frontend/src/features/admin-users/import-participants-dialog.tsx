// Creates accounts for the participants in a CSV file: shows first what would happen to each row, and afterwards what did.

import type {
  ParticipantImportProgress,
  ParticipantPreview,
  ParticipantRow,
} from '@thirty/contracts/accounts/participant-import-api.ts'
import { namesItsField } from '@thirty/contracts/texts/names-field.ts'
import type { ReactNode } from 'react'
import { Download } from 'lucide-react'
import { Button } from '../../shared/ui/controls/button.tsx'
import { Dialog } from '../../shared/ui/dialog/dialog.tsx'
import { Success, Badge, type BadgeTone } from '../../shared/ui/display/surfaces.tsx'
import { LiveIndicator } from '../../shared/ui/feedback/live-indicator.tsx'
import { ImportField, useFileImport, type Sending } from '../../shared/files/file-import.tsx'
import { uploadBody } from '../../shared/http/upload.ts'
import { saveFile } from '../../shared/http/download.ts'
import { serverText } from '../../shared/i18n/server-text.ts'
import { t } from '../../shared/i18n/t.ts'
import layout from '../../shared/styles/layout.module.css'
import css from './import-participants-dialog.module.css'
import words from '../../shared/styles/words.module.css'

const path = '/api/admin/participants/import'
const type = 'text/csv'

export const ImportParticipantsDialog = ({ onClose }: { onClose: () => void }) => {
  const { state, check, importFile, cancel, chooseAnother } = useFileImport({
    check: (file, { signal }: Sending<ParticipantImportProgress>) =>
      uploadBody(`${path}/preview`, file, { type, signal }),
    run: (file, { onProgress, ...sending }) => {
      // Nobody sees how such a small file is sent. Once that has begun, the server may have all of it.
      onProgress(1)
      return uploadBody(path, file, { type, ...sending })
    },
  })
  const count = state.kind === 'checked' ? countOf(state.preview.rows, 'new', 'invite') : 0
  const close = () => {
    // A closed dialog would lose the result of an import that continues.
    if (state.kind === 'importing') return
    if (state.kind === 'checking') cancel()
    onClose()
  }
  return (
    <Dialog
      onClose={close}
      title={t('common.importParticipants')}
      description={t('participantImport.description')}
      width={640}
    >
      <div className={layout.stack16}>
        {state.kind === 'empty' && (
          <ImportField
            label={t('participantImport.fileOfParticipants')}
            accept=".csv,text/csv"
            hint={t('participantImport.fileHint')}
            state={state}
            mayGoOn={t('participantImport.mayGoOn')}
            onFile={check}
          />
        )}
        {state.kind === 'checking' && (
          <Working>{t.rich('participantImport.checking', { name: state.name })}</Working>
        )}
        {state.kind === 'checked' && <ImportRows {...state.preview} isDone={false} />}
        {state.kind === 'importing' && (
          <Working>
            <span>{t.rich('participantImport.importing', { name: state.name })}</span>{' '}
            {state.progress !== undefined && state.progress.total > 0 && (
              <span>{t('participantImport.progress', state.progress)}</span>
            )}
          </Working>
        )}
        {state.kind === 'done' && (
          <>
            <Success
              text={countOf(state.result.rows, 'new', 'invite') > 0 && t('participantImport.emailsFollow')}
            />
            <ImportRows {...state.result} isDone />
          </>
        )}
        <div className={css.actions}>
          {state.kind === 'checked' && (
            <>
              <Button onClick={() => chooseAnother()}>{t('common.chooseAnother')}</Button>
              {count === 0 ? (
                <p className={css.note}>{t('participantImport.nothingToImport')}</p>
              ) : (
                <Button kind="primary" onClick={() => importFile(state.file)}>
                  {t('participantImport.importCount', { count })}
                </Button>
              )}
            </>
          )}
          {state.kind === 'done' && (
            <Button kind="primary" onClick={close}>
              {t('common.done')}
            </Button>
          )}
          {(state.kind === 'empty' || state.kind === 'checking') && (
            <Button onClick={close}>{t('common.cancel')}</Button>
          )}
        </div>
      </div>
    </Dialog>
  )
}

const Working = ({ children }: { children: ReactNode }) => (
  <p className={css.working} role="status">
    <LiveIndicator moving />
    <span>{children}</span>
  </p>
)

const countOf = (rows: readonly ParticipantRow[], ...outcomes: ParticipantRow['outcome'][]): number =>
  rows.filter(({ outcome }) => outcomes.includes(outcome)).length

/** More rows would make the dialog slow; the file has all of them. */
const maxShown = 200

const ImportRows = ({ rows, file, isDone }: ParticipantPreview & { isDone: boolean }) => {
  const errorsFirst = rows.toSorted((a, b) => Number(b.outcome === 'error') - Number(a.outcome === 'error'))
  const shown = errorsFirst.slice(0, maxShown)
  const save = () => saveFile(new File([file.content], file.name, { type: 'text/csv' }))
  return (
    <section className={layout.stack16} aria-label={t('participantImport.rows')}>
      <div className={css.summary}>
        <p role="status">{summaryOf(rows, isDone).join(' · ')}</p>
        <Button size="small" icon={<Download />} onClick={save}>
          {t('participantImport.saveRows')}
        </Button>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region must be reachable by keyboard */}
      <ul className={css.rows} tabIndex={0} aria-label={t('participantImport.rows')}>
        {shown.map((row) => (
          <Row key={row.row} row={row} isDone={isDone} />
        ))}
      </ul>
      {shown.length < rows.length && (
        <p className={css.note}>
          {t('participantImport.showingOf', { count: shown.length, total: rows.length })}
        </p>
      )}
    </section>
  )
}

const Row = ({ row, isDone }: { row: ParticipantRow; isDone: boolean }) => {
  const { tone, label } = outcomes[row.outcome]
  return (
    <li className={css.row}>
      <span className={css.number}>{t('participantImport.row', { row: row.row })}</span>
      <span className={css.person}>
        <strong dir="auto">{row.fullName}</strong>
        <span className={words.soft}>
          <bdi>{row.email}</bdi>
          <span> · </span>
          {row.username === null ? (
            <span>{t('participantImport.noUsername')}</span>
          ) : (
            <bdi>{`@${row.username}`}</bdi>
          )}
        </span>
        {row.errors.map(({ column, message, text }) => (
          <span key={`${column} ${message}`} className={css.reason}>
            {namesItsField(text)
              ? serverText({ message, text })
              : t('participantImport.reasonInColumn', {
                  column: columnLabels[column],
                  reason: serverText({ message, text }),
                })}
          </span>
        ))}
      </span>
      <Badge tone={tone} label={row.outcome === 'new' && isDone ? t('participantImport.created') : label} />
    </li>
  )
}

const outcomes: Readonly<Record<ParticipantRow['outcome'], { tone: BadgeTone; label: string }>> = {
  new: { tone: 'success', label: t('participantImport.newAccount') },
  invite: { tone: 'info', label: t('participantImport.newInvitation') },
  exists: { tone: 'neutral', label: t('participantImport.exists') },
  error: { tone: 'danger', label: t('participantImport.error') },
}

const columnLabels = {
  fullName: t('common.fullName'),
  email: t('common.emailChannel'),
  username: t('common.username'),
  row: t('participantImport.wholeRow'),
}

function summaryOf(rows: readonly ParticipantRow[], isDone: boolean): string[] {
  const created = countOf(rows, 'new')
  const invited = countOf(rows, 'invite')
  const existing = countOf(rows, 'exists')
  const failed = countOf(rows, 'error')
  return [
    created > 0 &&
      t(isDone ? 'participantImport.wereCreated' : 'participantImport.willCreate', { count: created }),
    invited > 0 && t('participantImport.invitedAgain', { count: invited }),
    existing > 0 && t('participantImport.alreadyThere', { count: existing }),
    failed > 0 && t('participantImport.withErrors', { count: failed }),
  ].filter((text) => text !== false)
}
