// What the server does with a file that was sent, and how many of its events are done.

import type { ImportProgress } from '@thirty/contracts/backups/api.ts'
import type { ReactNode } from 'react'
import { formatBytes } from '../../../shared/format/format-bytes.ts'
import { LiveIndicator } from '../../../shared/ui/feedback/live-indicator.tsx'
import { SlashProgress } from '../../../shared/ui/progress/slash-progress.tsx'
import { t } from '../../../shared/i18n/t.ts'
import css from './import-dialog.module.css'

type ServerProgressProps = { name: string; bytes: number; server?: ImportProgress }

const waiting: ImportProgress = { step: 'waiting', events: 0, total: 0 }

export const ServerProgress = ({ name, bytes, server = waiting }: ServerProgressProps) => {
  const { step, events, total } = server
  return (
    <div className={css.server}>
      <p className={css.step} role="status">
        <LiveIndicator moving />
        <span>{stepText(step, { name, size: formatBytes(bytes) })}</span>
      </p>
      {step !== 'waiting' && total > 0 && <Bar step={step} events={events} total={total} />}
    </div>
  )
}

type Step = ImportProgress['step']
type BarProps = ImportProgress & { step: Exclude<Step, 'waiting'> }

const Bar = ({ step, events, total }: BarProps) => {
  const texts = {
    verifying: t('adminBackups.eventsVerified', { events, total }),
    appending: t('adminBackups.eventsWritten', { events, total }),
    checking: t('adminBackups.eventsChecked', { events, total }),
  }
  const text = texts[step]
  return (
    <div>
      <SlashProgress
        total={30}
        done={(Math.min(events, total) / total) * 30}
        height={14}
        label={t('adminBackups.import')}
        valueText={text}
      />
      <p className={css.count} aria-hidden="true">
        {text}
      </p>
    </div>
  )
}

function stepText(step: Step, file: { name: string; size: string }): ReactNode {
  switch (step) {
    case 'waiting':
      return t.rich('adminBackups.stepWaiting', file)
    case 'verifying':
      return t.rich('adminBackups.stepVerifying', file)
    case 'appending':
      return t.rich('adminBackups.stepWriting', file)
    case 'checking':
      return t.rich('adminBackups.stepChecking', file)
  }
}
