// The forms in which people start a discussion, reply to it, and change what they wrote.

import type {
  DiscussionResponse,
  OpenDiscussionRequest,
  Reply,
} from '@thirty/contracts/community/discussions-api.ts'
import { useState, type ComponentProps, type ReactNode } from 'react'
import { request } from '../../../shared/http/http.ts'
import { t } from '../../../shared/i18n/t.ts'
import { paths, useNavigate } from '../../../shared/navigation/router.ts'
import { Button } from '../../../shared/ui/controls/button.tsx'
import { toast } from '../../../shared/ui/feedback/toast-store.ts'
import { Field, TextArea } from '../../../shared/ui/forms/field.tsx'
import { FormDialog } from '../../../shared/ui/forms/form-dialog.tsx'
import { FormMessages, SubmitButton, useForm, type Form } from '../../../shared/ui/forms/use-form.tsx'
import { reloadDiscussions } from './all-discussions.ts'
import { reloadDiscussion } from './open-discussion.ts'
import css from './discussions.module.css'

const discussionSchema = async () =>
  (await import('@thirty/contracts/community/discussions-api.ts')).openDiscussionRequest

/** Starts a discussion and opens it. */
export const StartDiscussionDialog = ({ onClose }: { onClose: () => void }) => {
  const navigate = useNavigate()
  const form = useForm({
    schema: discussionSchema,
    defaultValues: { title: '', text: '' },
    failureText: t('community.notStarted'),
    unsent: 'discussion',
    send: (body) => request('POST', '/api/community/discussions', { body }),
    onDone: ({ discussion: { id } }) => {
      reloadDiscussions()
      onClose()
      void navigate(paths.discussion(id))
    },
  })
  return (
    <DiscussionDialog
      form={form}
      title={t('community.startADiscussion')}
      description={t('community.whoCanRead')}
      submitLabel={t('community.startDiscussion')}
      busyText={t('common.starting')}
      onClose={onClose}
    />
  )
}

type EditDiscussionProps = { discussion: DiscussionResponse['discussion'] }

export const EditDiscussionButton = (props: EditDiscussionProps) => (
  <EditButton label={t('community.editDiscussion')}>
    {(close) => <EditDiscussionDialog {...props} onClose={close} />}
  </EditButton>
)

const edited = { submitLabel: t('common.saveChanges'), busyText: t('common.saving') }

const EditDiscussionDialog = ({
  discussion: { id: discussionId, title, text },
  onClose,
}: EditDiscussionProps & { onClose: () => void }) => {
  const form = useForm({
    schema: discussionSchema,
    defaultValues: { title, text },
    failureText: t('community.notSaved'),
    unsent: `discussion-${discussionId}`,
    send: (body) =>
      request('PUT', '/api/community/discussions/:discussionId', { params: { discussionId }, body }),
    onDone: () => {
      reloadDiscussion(discussionId)
      reloadDiscussions()
      toast({ kind: 'success', text: t('community.discussionUpdated') })
      onClose()
    },
  })
  return <DiscussionDialog form={form} title={t('community.editDiscussion')} {...edited} onClose={onClose} />
}

type DiscussionDialogProps = Omit<ComponentProps<typeof FormDialog>, 'form' | 'children'> & {
  form: Form<OpenDiscussionRequest>
}

const DiscussionDialog = ({ form, ...dialog }: DiscussionDialogProps) => (
  <FormDialog isDense form={form} {...dialog}>
    <Field {...form.text('title')} label={t('common.title')} dir="auto" maxLength={120} autoComplete="off" />
    <TextArea
      {...form.text('text')}
      value={form.control('text').value}
      // The form of a reply on the same screen has a field of this name.
      id="discussion-text"
      label={t('common.text')}
      dir="auto"
      rows={6}
      maxLength={5000}
      counter
    />
  </FormDialog>
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
    failureText: t('community.notSaved'),
    unsent: `edited-reply-${reply.id}`,
    send: (body) =>
      request('PUT', '/api/community/discussions/:discussionId/replies/:replyId', {
        params: { discussionId, replyId: reply.id },
        body,
      }),
    onDone: () => {
      reloadDiscussion(discussionId)
      toast({ kind: 'success', text: t('community.replyUpdated') })
      onClose()
    },
  })
  return (
    <FormDialog isDense form={form} title={t('community.editReply')} {...edited} onClose={onClose}>
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

/** A button that opens the dialog that `children` renders. `label` is for screen readers, who meet several such buttons. */
const EditButton = ({ label, children }: { label: string; children: (close: () => void) => ReactNode }) => {
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

/** Writes a reply to a discussion. */
export const ReplyForm = ({ discussionId }: { discussionId: string }) => {
  const form = useForm({
    schema: async () => (await import('@thirty/contracts/community/discussions-api.ts')).replyRequest,
    defaultValues: { text: '' },
    failureText: t('community.replyNotPosted'),
    unsent: `reply-${discussionId}`,
    send: (body) =>
      request('POST', '/api/community/discussions/:discussionId/replies', { params: { discussionId }, body }),
    onDone: () => {
      reloadDiscussion(discussionId)
      form.fields.reset()
    },
  })
  return (
    <form className={css.form} {...form.props}>
      <TextArea
        {...form.text('text')}
        label={t('community.yourReply')}
        dir="auto"
        rows={4}
        maxLength={5000}
      />
      <FormMessages form={form} />
      <SubmitButton form={form} busyText={t('common.posting')}>
        {t('community.postReply')}
      </SubmitButton>
    </form>
  )
}
