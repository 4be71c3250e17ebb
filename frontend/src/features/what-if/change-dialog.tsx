// The question before another scoring is applied, or the last change undone: asks for the reason and sends the change.

import { maxReasonLength } from '@thirty/contracts/leaderboard/scoring.ts'
import { useState, type ComponentProps } from 'react'
import { t } from '../../shared/i18n/t.ts'
import { loadUnsent, storeUnsent } from '../../shared/session/unsent-values.ts'
import { RequestDialog } from '../../shared/ui/dialog/request-dialog.tsx'
import { toast } from '../../shared/ui/feedback/toast-store.ts'
import { TextArea } from '../../shared/ui/forms/text-area.tsx'

type Question = ComponentProps<typeof RequestDialog>

type ChangeDialogProps = Pick<
  Question,
  'title' | 'description' | 'confirmLabel' | 'children' | 'onClose' | 'onFailure'
> & {
  send: (reason: string) => Promise<unknown>
  /** Names the change, whose reason is kept until it is sent. */
  unsent: string
  /** The sentence of the toast after it. */
  doneText: string
  onDone: () => void
}

export const ChangeDialog = (props: ChangeDialogProps) => {
  const { send, unsent, doneText, onDone, children, ...question } = props
  const [reason, setReason] = useState(() => {
    const kept = loadUnsent(unsent)?.['reason']
    return typeof kept === 'string' ? kept : ''
  })
  return (
    <RequestDialog
      {...question}
      wide
      busyText={t('whatIf.applying')}
      isConfirmDisabled={reason.trim() === ''}
      failureText={t('whatIf.applyFailed')}
      run={async () => {
        await send(reason.trim())
        storeUnsent(unsent, undefined)
        toast({ kind: 'success', text: doneText })
        onDone()
      }}
    >
      {children}
      <TextArea
        id="scoring-reason"
        label={t('common.reason')}
        hint={t('whatIf.reasonHint')}
        value={reason}
        maxLength={maxReasonLength}
        rows={3}
        onChange={({ target: { value } }) => {
          setReason(value)
          storeUnsent(unsent, value === '' ? undefined : { reason: value })
        }}
      />
    </RequestDialog>
  )
}
