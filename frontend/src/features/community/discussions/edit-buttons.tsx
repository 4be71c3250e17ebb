// Buttons with which authors change their discussions (title and text) and their replies.

import type { Reply } from '@thirty/contracts/community/discussions-api.ts'
import { useState, type ReactNode } from 'react'
import { Button } from '../../../shared/ui/controls/button.tsx'
import { toast } from '../../../shared/ui/feedback/toast-store.ts'
import { TextArea } from '../../../shared/ui/forms/text-area.tsx'
import { FormDialog } from '../../../shared/ui/forms/form-dialog.tsx'
import { useForm } from '../../../shared/ui/forms/use-form.ts'
import { editDiscussion, editReply } from './api.ts'
import { DiscussionDialog } from './discussion-dialog.tsx'
import { t } from '../../../shared/i18n/t.ts'

const failureText = t('community.notSaved')

type EditDiscussionProps = { discussion: { id: string; title: string; text: string } }

export const EditDiscussionButton = ({ discussion: { id, title, text } }: EditDiscussionProps) => (
  <EditButton label={t('community.editDiscussion')}>
    {(close) => (
      <DiscussionDialog
        title={t('community.editDiscussion')}
        submitLabel={t('common.saveChanges')}
        busyText={t('common.saving')}
        failureText={failureText}
        unsent={`discussion-${id}`}
        defaultValues={{ title, text }}
        send={(values) => editDiscussion(id, values).then(() => true)}
        onDone={() => finish(t('community.discussionUpdated'), close)}
        onClose={close}
      />
    )}
  </EditButton>
)

type EditReplyProps = { discussionId: string; reply: Reply }

export const EditReplyButton = (props: EditReplyProps) => (
  <EditButton label={t('community.editReply')}>
    {(close) => <EditReplyDialog {...props} onClose={close} />}
  </EditButton>
)

const EditReplyDialog = ({ discussionId, reply, onClose }: EditReplyProps & { onClose: () => void }) => {
  const form = useForm({
    schema: async () => (await import('@thirty/contracts/community/discussions-api.ts')).replyRequest,
    defaultValues: { text: reply.text },
    failureText,
    unsent: `edited-reply-${reply.id}`,
    send: ({ text }) => editReply(discussionId, reply.id, text).then(() => true),
    onDone: () => finish(t('community.replyUpdated'), onClose),
  })
  return (
    <FormDialog
      isDense
      form={form}
      title={t('community.editReply')}
      submitLabel={t('common.saveChanges')}
      busyText={t('common.saving')}
      onClose={onClose}
    >
      {/* The form of a new reply on the same screen has a field of this name. */}
      <TextArea
        {...form.text('text')}
        id="edited-reply"
        label={t('common.reply')}
        dir="auto"
        rows={6}
        maxLength={5000}
      />
    </FormDialog>
  )
}

type EditButtonProps = {
  /** For screen readers, who meet several such buttons. */
  label: string
  children: (close: () => void) => ReactNode
}

/** A button that opens a dialog. `children` renders it. */
const EditButton = ({ label, children }: EditButtonProps) => {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        size="small"
        kind="quiet"
        aria-haspopup="dialog"
        aria-label={label}
        onClick={() => setIsOpen(true)}
      >
        {t('community.edit')}
      </Button>
      {isOpen && children(() => setIsOpen(false))}
    </>
  )
}

function finish(text: string, close: () => void): void {
  toast({ kind: 'success', text })
  close()
}
