// Asks for the reason, which the owners will read, and rejects one or several submissions.

import { useState, type ReactNode } from 'react'
import type { ReviewRequest } from '@thirty/contracts/projects/api.ts'
import type { PlaceholderValues } from '@thirty/contracts/saved-texts/saved-texts.ts'
import {
  SavedTextField,
  usedTextId,
  type InsertedText,
} from '../../../shared/saved-texts/saved-text-field.tsx'
import { FormDialog, type FormDialogProps } from '../../../shared/ui/forms/form-dialog.tsx'
import { t } from '../../../shared/i18n/t.ts'

type RejectDialogProps = Pick<
  FormDialogProps<ReviewRequest, ReviewRequest, void>,
  'title' | 'onDone' | 'onFailure' | 'onClose'
> & {
  /** What the participants can do after the rejection. */
  description: string
  /** What is said below it. */
  note?: ReactNode
  /** What the placeholders of saved texts stand for; missing if several submissions are rejected. */
  placeholders?: PlaceholderValues
  /** Names the rejection, whose reason is kept until it is sent. */
  unsent: string
  /** Sends the rejection; the dialog shows a failure and keeps the reason. */
  send: (review: ReviewRequest) => Promise<void>
}

export const RejectDialog = ({ note, placeholders, send, ...dialog }: RejectDialogProps) => {
  const [inserted, setInserted] = useState<InsertedText>()
  return (
    <FormDialog
      {...dialog}
      width={520}
      schema={async () => (await import('@thirty/contracts/projects/api.ts')).reviewRequest}
      defaultValues={{ status: 'rejected' as const, reason: '' }}
      send={({ reason = '', ...review }) =>
        send({ ...review, reason: reason || undefined, savedText: usedTextId(inserted, reason) })
      }
      failureText={t('adminSubmissions.couldNotReject')}
      kind="danger"
      submitLabel={t('common.reject')}
      busyText={t('adminSubmissions.rejecting')}
    >
      {(form) => (
        <>
          {note}
          <SavedTextField
            kind="rejection"
            control={form.control('reason')}
            values={placeholders}
            onInserted={setInserted}
            label={t('common.reason')}
            optional
            hint={t('adminSubmissions.shownToParticipant')}
            counter
          />
        </>
      )}
    </FormDialog>
  )
}
