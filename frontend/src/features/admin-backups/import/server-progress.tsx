import type { ImportProgress } from '@thirty/contracts/api/admin/backups.ts'
import { formatBytes } from '../../../shared/format/format-bytes.ts'
import { LiveIndicator } from '../../../shared/ui/feedback/live-indicator.tsx'
import { SlashProgress } from '../../../shared/ui/progress/slash-progress.tsx'
import css from './import-dialog.module.css'

type ServerProgressProps = { name: string; bytes: number; server?: ImportProgress }

const waiting: ImportProgress = { step: 'waiting', events: 0, total: 0 }

/** What the server does with a file that was sent, and how many of its events are done. */
export const ServerProgress = ({ name, bytes, server = waiting }: ServerProgressProps) => {
  const { step, events, total } = server
  return (
    <div className={css.server}>
      <p className={css.step} role="status">
        <LiveIndicator moving />
        <span>
          {stepTexts[step]} <bdi>{name}</bdi>, {formatBytes(bytes)}.
          {step === 'waiting' && ' Waiting for the server.'}
        </span>
      </p>
      {total > 0 && <Bar step={step} events={events} total={total} />}
    </div>
  )
}

const Bar = ({ step, events, total }: ImportProgress) => {
  const text = `${format(events)} of ${format(total)} events ${doneTexts[step]}`
  return (
    <div>
      <SlashProgress
        total={30}
        done={(Math.min(events, total) / total) * 30}
        height={14}
        label="Import"
        valueText={text}
      />
      <p className={css.count} aria-hidden="true">
        {text}
      </p>
    </div>
  )
}

const stepTexts = {
  waiting: 'Uploaded',
  verifying: 'Verifying',
  appending: 'Verified. Writing',
  checking: 'Written. Checking',
} as const

const doneTexts = { waiting: '', verifying: 'verified', appending: 'written', checking: 'checked' } as const

const format = (count: number): string => count.toLocaleString('en')
