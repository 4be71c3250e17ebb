// Creates accounts for the participants in a CSV file: shows first what would happen to each row, and afterwards what did.

import type {
  ParticipantImport,
  ParticipantImportProgress,
  ParticipantPreview,
  ParticipantRow,
} from '@thirty/contracts/accounts/participant-import-api.ts'
import { namesItsField } from '@thirty/contracts/texts/names-field.ts'
import { useRef, useState, type ReactNode } from 'react'
import { Download } from 'lucide-react'
import { Button } from '../../shared/ui/controls/button.tsx'
import { Dialog } from '../../shared/ui/dialog/dialog.tsx'
import { Banner, Success } from '../../shared/ui/feedback/banner.tsx'
import { LiveIndicator } from '../../shared/ui/feedback/live-indicator.tsx'
import { FileDrop } from '../../shared/files/file-drop.tsx'
import { isAbortError, RequestFailed } from '../../shared/http/request-failed.ts'
import { uploadBody } from '../../shared/http/upload.ts'
import { saveFile } from '../../shared/http/download.ts'
import { Badge, type BadgeTone } from '../../shared/ui/display/badge.tsx'
import { serverText } from '../../shared/i18n/server-text.ts'
import { t } from '../../shared/i18n/t.ts'
import layout from '../../shared/styles/layout.module.css'
import css from './import-participants-dialog.module.css'
import words from '../../shared/styles/words.module.css'

/** `isOutcomeUnknown`: the connection ended before the answer to an import, which may continue. */
type ParticipantImportState =
  | { kind: 'empty'; failure?: string; isOutcomeUnknown?: boolean }
  | { kind: 'preview'; file: File; preview: ParticipantPreview }
  | { kind: 'checking' | 'importing'; name: string; progress?: ParticipantImportProgress }
  | { kind: 'done'; result: ParticipantImport }

const path = '/api/admin/participants/import'

export const ImportParticipantsDialog = ({ onClose }: { onClose: () => void }) => {
  const [state, setState] = useState<ParticipantImportState>({ kind: 'empty' })
  const controller = useRef<AbortController>(undefined)
  /** Checks a file on the server, or imports it. */
  const send = async (kind: 'checking' | 'importing', file: File) => {
    controller.current = new AbortController()
    const { name } = file
    const options = { type: 'text/csv', signal: controller.current.signal } as const
    const onServerProgress = (progress: ParticipantImportProgress) => setState({ kind, name, progress })
    setState({ kind, name })
    try {
      setState(
        kind === 'checking'
          ? { kind: 'preview', file, preview: await uploadBody(`${path}/preview`, file, options) }
          : { kind: 'done', result: await uploadBody(path, file, { ...options, onServerProgress }) },
      )
    } catch (error) {
      if (isAbortError(error)) return setState({ kind: 'empty' })
      if (!(error instanceof RequestFailed)) throw error
      const isOutcomeUnknown = kind === 'importing' && !error.hasServerMessage
      setState({ kind: 'empty', failure: error.message, isOutcomeUnknown })
    }
  }
  const count = state.kind === 'preview' ? countOf(state.preview.rows, 'new', 'invite') : 0
  const close = () => {
    // A closed dialog would lose the result of an import that continues.
    if (state.kind === 'importing') return
    if (state.kind === 'checking') controller.current?.abort()
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
        <Step state={state} onFile={(file) => void send('checking', file)} />
        <div className={css.actions}>
          {state.kind === 'preview' && (
            <>
              <Button onClick={() => setState({ kind: 'empty' })}>{t('common.chooseAnother')}</Button>
              {count === 0 ? (
                <p className={css.note}>{t('participantImport.nothingToImport')}</p>
              ) : (
                <Button kind="primary" onClick={() => void send('importing', state.file)}>
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

const Step = ({ state, onFile }: { state: ParticipantImportState; onFile: (file: File) => void }) => {
  switch (state.kind) {
    case 'empty':
      return (
        <>
          <Banner
            kind="danger"
            live
            title={t(state.isOutcomeUnknown ? 'common.connectionLost' : 'common.nothingImported')}
          >
            {state.isOutcomeUnknown ? t('participantImport.mayGoOn') : state.failure}
          </Banner>
          <FileDrop
            label={t('participantImport.fileOfParticipants')}
            content="file"
            accept=".csv,text/csv"
            hint={t('participantImport.fileHint')}
            state={{ kind: 'empty' }}
            onFile={onFile}
          />
        </>
      )
    case 'checking':
      return <Working>{t.rich('participantImport.checking', { name: state.name })}</Working>
    case 'preview':
      return <ImportRows {...state.preview} isDone={false} />
    case 'importing':
      return (
        <Working>
          <span>{t.rich('participantImport.importing', { name: state.name })}</span>{' '}
          {state.progress !== undefined && state.progress.total > 0 && (
            <span>{t('participantImport.progress', state.progress)}</span>
          )}
        </Working>
      )
    case 'done':
      return (
        <>
          <Success
            text={countOf(state.result.rows, 'new', 'invite') > 0 && t('participantImport.emailsFollow')}
          />
          <ImportRows {...state.result} isDone />
        </>
      )
  }
}

const Working = ({ children }: { children: ReactNode }) => (
  <p className={css.working} role="status">
    <LiveIndicator moving />
    <span>{children}</span>
  </p>
)

/** Returns the number of rows with one of the outcomes. */
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
