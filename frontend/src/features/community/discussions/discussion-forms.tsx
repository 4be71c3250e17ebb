// The forms in which people start a discussion, reply to it, and change what they wrote.

import type {
  DiscussionResponse,
  OpenDiscussionRequest,
  Reply,
} from '@thirty/contracts/community/discussions-api.ts'
import { request } from '../../../shared/http/http.ts'
import { t } from '../../../shared/i18n/t.ts'
import { paths, useNavigate } from '../../../shared/navigation/router.ts'
import { DialogButton } from '../../../shared/ui/dialog/dialog.tsx'
import { Field, TextArea } from '../../../shared/ui/forms/field.tsx'
import { FormDialog, type FormDialogProps } from '../../../shared/ui/forms/form-dialog.tsx'
import { FormMessages, SubmitButton, useForm } from '../../../shared/ui/forms/use-form.tsx'
import { reloadDiscussions } from './all-discussions.ts'
import { reloadDiscussion } from './open-discussion.ts'
import css from './discussions.module.css'

/** Starts a discussion and opens it. */
export const StartDiscussionDialog = ({ onClose }: { onClose: () => void }) => {
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
        reloadDiscussions()
        onClose()
        void navigate(paths.discussion(id))
      }}
      onClose={onClose}
    />
  )
}

type EditDiscussionProps = { discussion: DiscussionResponse['discussion'] }

/** Both have a label for screen readers, who meet several of them. */
const editButton = { size: 'small', kind: 'quiet', 'aria-haspopup': 'dialog' } as const

const edited = {
  failureText: t('community.notSaved'),
  submitLabel: t('common.saveChanges'),
  busyText: t('common.saving'),
}

export const EditDiscussionButton = ({
  discussion: { id: discussionId, title, text },
}: EditDiscussionProps) => (
  <DialogButton
    {...editButton}
    aria-label={t('community.editDiscussion')}
    dialog={(close) => (
      <DiscussionDialog
        {...edited}
        title={t('community.editDiscussion')}
        defaultValues={{ title, text }}
        unsent={`discussion-${discussionId}`}
        send={async (body) => {
          await request('PUT', '/api/community/discussions/:discussionId', { params: { discussionId }, body })
          reloadDiscussion(discussionId)
          reloadDiscussions()
        }}
        doneText={t('community.discussionUpdated')}
        onClose={close}
      />
    )}
  >
    {t('community.edit')}
  </DialogButton>
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
        <Field
          {...form.text('title')}
          label={t('common.title')}
          dir="auto"
          maxLength={120}
          autoComplete="off"
        />
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
      </>
    )}
  </FormDialog>
)

type EditReplyProps = { discussionId: string; reply: Reply }

export const EditReplyButton = ({ discussionId, reply: { id: replyId, text } }: EditReplyProps) => (
  <DialogButton
    {...editButton}
    aria-label={t('community.editReply')}
    dialog={(close) => (
      <FormDialog
        {...edited}
        isDense
        title={t('community.editReply')}
        schema={replySchema}
        defaultValues={{ text }}
        unsent={`edited-reply-${replyId}`}
        send={async (body) => {
          const params = { discussionId, replyId }
          await request('PUT', '/api/community/discussions/:discussionId/replies/:replyId', { params, body })
          reloadDiscussion(discussionId)
        }}
        doneText={t('community.replyUpdated')}
        onClose={close}
      >
        {(form) => (
          // The form of a new reply on the same screen has a field of this name.
          <TextArea
            {...form.text('text')}
            id="edited-reply"
            label={t('common.reply')}
            dir="auto"
            rows={6}
            maxLength={5000}
          />
        )}
      </FormDialog>
    )}
  >
    {t('community.edit')}
  </DialogButton>
)

const replySchema = async () => (await import('@thirty/contracts/community/discussions-api.ts')).replyRequest

/** Writes a reply to a discussion. */
export const ReplyForm = ({ discussionId }: { discussionId: string }) => {
  const form = useForm({
    schema: replySchema,
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
