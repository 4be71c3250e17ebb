// Asks for the reason, which the owners will read, and rejects one or several submissions.

import { useRef, type ReactNode } from 'react'
import type { ReviewRequest } from '@thirty/contracts/projects/api.ts'
import type { PlaceholderValues } from '@thirty/contracts/saved-texts/saved-texts.ts'
import type { RequestFailed } from '../../../shared/http/request-failed.ts'
import {
  SavedTextField,
  usedTextId,
  type InsertedText,
} from '../../../shared/saved-texts/saved-text-field.tsx'
import { Button } from '../../../shared/ui/controls/button.tsx'
import { Dialog } from '../../../shared/ui/dialog/dialog.tsx'
import { CancelButton, FormMessages, useForm } from '../../../shared/ui/forms/use-form.tsx'
import { t } from '../../../shared/i18n/t.ts'
import layout from '../../../shared/styles/layout.module.css'

type RejectDialogProps = {
  title: string
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
  onDone: () => void
  onFailure?: (failure: RequestFailed) => void
  onClose: () => void
}

export const RejectDialog = ({
  title,
  description,
  note,
  placeholders,
  unsent,
  send,
  onDone,
  onFailure = () => undefined,
  onClose,
}: RejectDialogProps) => {
  const inserted = useRef<InsertedText>(undefined)
  const form = useForm({
    schema: async () => (await import('@thirty/contracts/projects/api.ts')).reviewRequest,
    defaultValues: { status: 'rejected' as const, reason: '' },
    failureText: t('adminSubmissions.couldNotReject'),
    unsent,
    send: ({ reason, ...review }) => {
      const savedText = reason && usedTextId(inserted.current, reason)
      return send({ ...review, ...(reason && { reason }), ...(savedText && { savedText }) })
    },
    onDone,
    onFailure,
  })

  return (
    <Dialog onClose={() => !form.pending && onClose()} title={title} description={description} width={520}>
      <form className={layout.stack16} {...form.props}>
        <FormMessages form={form} />
        {note}
        <SavedTextField
          kind="rejection"
          control={form.control('reason')}
          values={placeholders}
          onInserted={(text) => {
            inserted.current = text
          }}
          label={t('common.reason')}
          optional
          hint={t('adminSubmissions.shownToParticipant')}
          counter
        />
        <div className={layout.formActions}>
          <CancelButton form={form} onClose={onClose} />
          <Button type="submit" kind="danger" busy={form.pending} busyText={t('adminSubmissions.rejecting')}>
            {t('common.reject')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
