import { maxReasonLength } from '@thirty/contracts/rules/scoring.ts'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useFormSubmit } from '../../shared/http/use-form-submit.ts'
import { toast } from '../../shared/ui/feedback/toast-store.ts'
import { AlertDialog } from '../../shared/ui/dialog/alert-dialog.tsx'
import { TextArea } from '../../shared/ui/forms/text-area.tsx'
import { t } from './messages/t.ts'

type ChangeDialogProps = {
  title: string
  description: string
  confirmLabel: string
  /** The sentence of the toast after it. */
  doneText: string
  send: (reason: string, key: string) => Promise<unknown>
  onClose: () => void
  onDone: () => void
  /** Called after a refusal: somebody else may have changed the scoring. */
  onRefused: () => void
  children: ReactNode
}

/** Asks for the reason of a change of the scoring. The same dialog sends the same key, so that a retry changes nothing twice. */
export const ChangeDialog = ({ send, onClose, onDone, onRefused, doneText, ...rest }: ChangeDialogProps) => {
  const [reason, setReason] = useState('')
  const [key] = useState(() => crypto.randomUUID())
  const { pending, failure, run } = useFormSubmit(t('applyFailed'))
  const confirm = async () => {
    const response = await run(() => send(reason.trim(), `${key}-${reason.trim().length}`), onRefused)
    if (response === undefined) return
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
      busyText={t('applying')}
      isConfirmDisabled={reason.trim() === ''}
      error={failure}
      onConfirm={() => void confirm()}
    >
      {children}
      <TextArea
        id="scoring-reason"
        label={t('reason')}
        hint={t('reasonHint')}
        value={reason}
        maxLength={maxReasonLength}
        rows={3}
        onChange={(event) => setReason(event.target.value)}
      />
    </AlertDialog>
  )
}
