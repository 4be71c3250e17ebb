// The forms in which people start a discussion, reply to it, and change what they wrote.

import type {
  DiscussionResponse,
  OpenDiscussionRequest,
  Reply,
} from '@thirty/contracts/community/discussions-api.ts'
import { request } from '../../../shared/http/http.ts'
import { t } from '../../../shared/i18n/t.ts'
import { paths, useNavigate } from '../../../shared/navigation/router.ts'
import { Field, TextArea } from '../../../shared/ui/forms/field.tsx'
import { FormDialog, type FormDialogProps } from '../../../shared/ui/forms/form-dialog.tsx'
import { FormMessages, SubmitButton, useForm } from '../../../shared/ui/forms/use-form.tsx'
import { afterChange, allDiscussions, openDiscussion } from './discussions.ts'
import css from './discussions.module.css'

const longText = { dir: 'auto', maxLength: 5000 } as const

type DialogProps = { onClose: () => void }

/** Starts a discussion and opens it. */
export const StartDiscussionDialog = ({ onClose }: DialogProps) => {
  const navigate = useNavigate()
  return (
    <DiscussionDialog
      title={t('community.startADiscussion')}
      description={t('community.whoCanRead')}
      defaultValues={{ title: '', text: '' }}
      unsent="discussion"
      send={(body) => request('POST', '/api/community/discussions', { body })}
      failureText={t('community.notStarted')}
      submitLabel={t('community.startDiscussion')}
      busyText={t('common.starting')}
      onDone={({ discussion: { id } }) => {
        void allDiscussions.refresh()
        onClose()
        void navigate(paths.discussion(id))
      }}
      onClose={onClose}
    />
  )
}

const edited = {
  failureText: t('community.notSaved'),
  submitLabel: t('common.saveChanges'),
  busyText: t('common.saving'),
}

type EditDiscussionProps = DialogProps & Pick<DiscussionResponse, 'discussion'>

export const EditDiscussionDialog = ({ discussion: { id, title, text }, onClose }: EditDiscussionProps) => (
  <DiscussionDialog
    {...edited}
    title={t('community.editDiscussion')}
    defaultValues={{ title, text }}
    unsent={`discussion-${id}`}
    send={(body) =>
      afterChange(
        request('PUT', '/api/community/discussions/:discussionId', { params: { discussionId: id }, body }),
      )
    }
    doneText={t('community.discussionUpdated')}
    onClose={onClose}
  />
)

const DiscussionDialog = <Response,>(
  dialog: Omit<
    FormDialogProps<OpenDiscussionRequest, OpenDiscussionRequest, Response>,
    'isDense' | 'schema' | 'children'
  >,
) => (
  <FormDialog
    isDense
    schema={async () =>
      (await import('@thirty/contracts/community/discussions-api.ts')).openDiscussionRequest
    }
    {...dialog}
  >
    {(form) => (
      <>
        <Field {...form.text('title')} label={t('common.title')} dir="auto" maxLength={120} />
        <TextArea
          {...form.text('text')}
          value={form.control('text').value}
          // The form of a reply on the same screen has a field of this name.
          id="discussion-text"
          label={t('common.text')}
          {...longText}
          rows={6}
          counter
        />
      </>
    )}
  </FormDialog>
)

const replySchema = async () => (await import('@thirty/contracts/community/discussions-api.ts')).replyRequest

type EditReplyProps = DialogProps & { discussionId: string; reply: Reply }

export const EditReplyDialog = ({ discussionId, reply: { id: replyId, text }, onClose }: EditReplyProps) => (
  <FormDialog
    {...edited}
    isDense
    title={t('community.editReply')}
    schema={replySchema}
    defaultValues={{ text }}
    unsent={`edited-reply-${replyId}`}
    send={(body) => {
      const params = { discussionId, replyId }
      const path = '/api/community/discussions/:discussionId/replies/:replyId'
      return openDiscussion.after(request('PUT', path, { params, body }))
    }}
    doneText={t('community.replyUpdated')}
    onClose={onClose}
  >
    {(form) => (
      // The form of a new reply on the same screen has a field of this name.
      <TextArea {...form.text('text')} {...longText} id="edited-reply" label={t('common.reply')} rows={6} />
    )}
  </FormDialog>
)

/** Writes a reply to a discussion. */
export const ReplyForm = ({ discussionId }: { discussionId: string }) => {
  const form = useForm({
    schema: replySchema,
    defaultValues: { text: '' },
    failureText: t('community.replyNotPosted'),
    unsent: `reply-${discussionId}`,
    send: (body) =>
      request('POST', '/api/community/discussions/:discussionId/replies', { params: { discussionId }, body }),
    // The next reply can be typed during the load.
    onDone: () => {
      void openDiscussion.refresh()
      form.fields.reset()
    },
  })
  return (
    <form className={css.form} {...form.props}>
      <TextArea {...form.text('text')} {...longText} label={t('community.yourReply')} rows={4} />
      <FormMessages form={form} />
      <SubmitButton form={form} busyText={t('common.posting')}>
        {t('community.postReply')}
      </SubmitButton>
    </form>
  )
}
