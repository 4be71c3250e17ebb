// Asks for the reason of a change of the scoring.

import { maxReasonLength } from '@thirty/contracts/leaderboard/scoring.ts'
import { useState, type ReactNode } from 'react'
import { loadUnsent, storeUnsent } from '../../shared/session/unsent-values.ts'
import { toast } from '../../shared/ui/feedback/toast-store.ts'
import { RequestDialog } from '../../shared/ui/dialog/request-dialog.tsx'
import { TextArea } from '../../shared/ui/forms/text-area.tsx'
import { t } from '../../shared/i18n/t.ts'

type ChangeDialogProps = {
  title: string
  description: string
  confirmLabel: string
  /** The sentence of the toast after it. */
  doneText: string
  send: (reason: string) => Promise<unknown>
  /** Names the change, whose reason is kept until it is sent. */
  unsent: string
  onClose: () => void
  onDone: () => void
  /** Called after a refusal: somebody else may have changed the scoring. */
  onRefused: () => void
  children: ReactNode
}

function keptReason(form: string): string {
  const reason = loadUnsent(form)?.['reason']
  return typeof reason === 'string' ? reason : ''
}

export const ChangeDialog = ({
  send,
  unsent,
  onClose,
  onDone,
  onRefused,
  doneText,
  ...rest
}: ChangeDialogProps) => {
  const [reason, setReason] = useState(() => keptReason(unsent))
  const { children, ...question } = rest
  return (
    <RequestDialog
      {...question}
      wide
      busyText={t('whatIf.applying')}
      isConfirmDisabled={reason.trim() === ''}
      failureText={t('whatIf.applyFailed')}
      send={() => send(reason.trim())}
      onFailure={onRefused}
      onDone={() => {
        storeUnsent(unsent, undefined)
        toast({ kind: 'success', text: doneText })
        onDone()
      }}
      onClose={onClose}
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
