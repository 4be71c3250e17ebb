// Asks for the reason of a change of the scoring.

import { maxReasonLength } from '@thirty/contracts/leaderboard/scoring.ts'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useFormSubmit } from '../../shared/http/use-form-submit.ts'
import { loadUnsent, storeUnsent } from '../../shared/session/unsent-values.ts'
import { toast } from '../../shared/ui/feedback/toast-store.ts'
import { AlertDialog } from '../../shared/ui/dialog/alert-dialog.tsx'
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
  const { pending, failure, run } = useFormSubmit(t('whatIf.applyFailed'))
  const confirm = async () => {
    const response = await run(() => send(reason.trim()), onRefused)
    if (response === undefined) return
    storeUnsent(unsent, undefined)
    toast({ kind: 'success', text: doneText })
    onDone()
  }
  const { children, ...dialog } = rest
  return (
    <AlertDialog
      {...dialog}
      open
      wide
      onOpenChange={(next) => !next && !pending && onClose()}
      busy={pending}
      busyText={t('whatIf.applying')}
      isConfirmDisabled={reason.trim() === ''}
      error={failure}
      onConfirm={() => void confirm()}
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
    </AlertDialog>
  )
}
