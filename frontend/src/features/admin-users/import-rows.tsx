// In the dialog that imports participants from a file: what the import would do with each row, or what it did.

import type { ParticipantRow } from '@thirty/contracts/accounts/participant-import-api.ts'
import { namesItsField } from '@thirty/contracts/texts/names-field.ts'
import { Download } from 'lucide-react'
import { saveFile } from '../../shared/http/save-file.ts'
import { Button } from '../../shared/ui/controls/button.tsx'
import { Badge, type BadgeTone } from '../../shared/ui/display/badge.tsx'
import { serverText } from '../../shared/i18n/server-text.ts'
import { t } from '../../shared/i18n/t.ts'
import layout from '../../shared/styles/layout.module.css'
import words from '../../shared/styles/words.module.css'
import css from './import-participants-dialog.module.css'

/** More rows would make the dialog slow; the file has all of them. */
const maxShown = 200

type ImportRowsProps = {
  rows: readonly ParticipantRow[]
  file: { name: string; content: string }
  isDone: boolean
}

export const ImportRows = ({ rows, file, isDone }: ImportRowsProps) => {
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
      <Badge tone={tone}>{row.outcome === 'new' && isDone ? t('participantImport.created') : label}</Badge>
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
  const count = countOutcomes(rows)
  const parts = [
    {
      count: count.new,
      text: isDone
        ? t('participantImport.wereCreated', { count: count.new })
        : t('participantImport.willCreate', { count: count.new }),
    },
    { count: count.invite, text: t('participantImport.invitedAgain', { count: count.invite }) },
    { count: count.exists, text: t('participantImport.alreadyThere', { count: count.exists }) },
    { count: count.error, text: t('participantImport.withErrors', { count: count.error }) },
  ]
  return parts.filter((part) => part.count > 0).map(({ text }) => text)
}

/** Returns the number of rows with each outcome. */
export function countOutcomes(rows: readonly ParticipantRow[]): Record<ParticipantRow['outcome'], number> {
  const counts = { new: 0, invite: 0, exists: 0, error: 0 }
  for (const { outcome } of rows) counts[outcome] += 1
  return counts
}
