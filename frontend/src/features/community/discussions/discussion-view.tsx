// One discussion with its replies, updated live, and the forms in which people start a discussion, reply to it, and change what they wrote.

import { hasPermission } from '@thirty/contracts/team/permissions.ts'
import type {
  DiscussionResponse,
  OpenDiscussionRequest,
  Reply,
} from '@thirty/contracts/community/discussions-api.ts'
import { useMemo, type ComponentProps, type ReactNode } from 'react'
import { useNavigate, paths } from '../../../shared/navigation/router.ts'
import { request } from '../../../shared/http/http.ts'
import { useLiveData } from '../../../shared/live/live-data.ts'
import { HiddenNote, HideButton } from '../../../shared/moderation/hidden-text.tsx'
import { ownUserId, useSession } from '../../../shared/session/session.ts'
import { BackLink } from '../../../shared/ui/page/page.tsx'
import { ConfirmedButton, DialogButton } from '../../../shared/ui/dialog/dialog.tsx'
import { CountBadge } from '../../../shared/ui/display/surfaces.tsx'
import { SkeletonRows, LoadedThing } from '../../../shared/ui/feedback/states.tsx'
import { Field, TextArea } from '../../../shared/ui/forms/field.tsx'
import { FormDialog, type FormDialogProps } from '../../../shared/ui/forms/form-dialog.tsx'
import { FormMessages, SubmitButton, useForm } from '../../../shared/ui/forms/use-form.tsx'
import { DataTable } from '../../../shared/ui/table/data-table.tsx'
import type { RowDefinition } from '../../../shared/ui/table/table-rows.tsx'
import { Entry, EntryText, entryClasses } from '../entry.tsx'
import { afterChange, allDiscussions, openDiscussion } from './discussions.ts'
import { People } from '../../../shared/people/people.tsx'
import { t } from '../../../shared/i18n/t.ts'
import layout from '../../../shared/styles/layout.module.css'
import css from './discussions.module.css'

export const DiscussionView = ({ id }: { id: string }) => (
  <div className={layout.stack12}>
    <BackLink to={paths.communityTab('discussions')} label={t('community.allDiscussions')} />
    <LoadedThing
      view={useLiveData(openDiscussion, id)}
      nameOf={({ discussion }) => discussion.title}
      loading={<SkeletonRows inCard count={3} label={t('community.loadingDiscussion')} />}
      inCard
      failed={t('community.loadingFailed')}
      retryLabel={t('common.retry')}
      gone={{
        title: t('community.discussionIsGone'),
        text: t('community.discussionWasRemoved'),
        link: { to: paths.communityTab('discussions'), children: t('community.allDiscussions') },
      }}
    >
      {(open) => <OpenDiscussion {...open} />}
    </LoadedThing>
  </div>
)

const OpenDiscussion = ({ discussion, replies }: Pick<DiscussionResponse, 'discussion' | 'replies'>) => {
  const { id, title, text, author } = discussion
  const navigate = useNavigate()
  const row = useMemo(() => replyRow(id), [id])
  const path = '/api/community/discussions/:discussionId'
  const params = { discussionId: id }
  return (
    <People of={[author, ...replies.map((reply) => reply.author)]}>
      <Written
        written={discussion}
        editLabel={t('community.editDiscussion')}
        edit={(close) => (
          <DiscussionDialog
            {...edited}
            title={t('community.editDiscussion')}
            defaultValues={{ title, text }}
            unsent={`discussion-${id}`}
            send={(body) => afterChange(request('PUT', path, { params, body }))}
            doneText={t('community.discussionUpdated')}
            onClose={close}
          />
        )}
        hide={(reason) => request('PUT', `${path}/hidden`, { params, body: { reason } })}
        show={() => request('DELETE', `${path}/hidden`, { params })}
        removal={{
          title: t('community.deleteDiscussionQuestion'),
          description: t('community.repliesGoToo'),
          failureText: t('community.discussionNotDeleted'),
          run: async () => {
            await request('DELETE', path, { params })
            void allDiscussions.refresh()
            void navigate(paths.communityTab('discussions'))
          },
          doneText: t('community.discussionDeleted'),
        }}
      >
        <h2 className={css.subject} dir="auto">
          {title}
        </h2>
      </Written>
      <h3 className={css.replies}>
        {t.rich('community.repliesWithCount', { count: () => <CountBadge count={replies.length} /> })}
      </h3>
      {replies.length === 0 && <p>{t('community.noReplies')}</p>}
      <DataTable
        label={t('community.replies')}
        rows={replies}
        definition={row}
        // New replies are added at the end.
        holds="nothing"
        classes={entryClasses}
        cardHeight={90}
        frameless
      />
      <ReplyForm key={id} discussionId={id} />
    </People>
  )
}

const replyRow = (discussionId: string): RowDefinition<Reply> => ({
  id: ({ id }) => id,
  card: (reply) => {
    const path = '/api/community/discussions/:discussionId/replies/:replyId'
    const params = { discussionId, replyId: reply.id }
    return (
      <Written
        written={reply}
        editLabel={t('community.editReply')}
        edit={(close) => (
          <FormDialog
            {...edited}
            isDense
            title={t('community.editReply')}
            schema={replySchema}
            defaultValues={{ text: reply.text }}
            unsent={`edited-reply-${reply.id}`}
            send={(body) => openDiscussion.after(request('PUT', path, { params, body }))}
            doneText={t('community.replyUpdated')}
            onClose={close}
          >
            {(form) => (
              // The form of a new reply on the same screen has a field of this name.
              <TextArea
                {...form.text('text')}
                {...longText}
                id="edited-reply"
                label={t('common.reply')}
                rows={6}
              />
            )}
          </FormDialog>
        )}
        hide={(reason) => request('PUT', `${path}/hidden`, { params, body: { reason } })}
        show={() => request('DELETE', `${path}/hidden`, { params })}
        removal={{
          title: t('community.deleteReplyQuestion'),
          description: t('common.cannotBeUndone'),
          failureText: t('community.replyNotDeleted'),
          run: async () => {
            await request('DELETE', path, { params })
            openDiscussion.change(({ replies, ...open }) => ({
              ...open,
              replies: replies.filter(({ id }) => id !== reply.id),
            }))
          },
        }}
      />
    )
  },
})

type WrittenProps = {
  written: Reply
  /** For screen readers, who meet several of these buttons. */
  editLabel: string
  /** For its author. */
  edit: ComponentProps<typeof DialogButton>['dialog']
  /** For moderators. */
  hide: (reason: string) => Promise<unknown>
  show: () => Promise<unknown>
  /** For its author and moderators. */
  removal: Omit<ComponentProps<typeof ConfirmedButton>, 'label'>
  /** Above the text. */
  children?: ReactNode
}

/** The discussion or one of its replies, with the buttons of people who may change it. */
const Written = ({ written, editLabel, edit, hide, show, removal, children }: WrittenProps) => {
  const { id, author, createdAt, editedAt, text, hidden } = written
  const isOwn = author.id === ownUserId()
  const isModerator = useSession(
    ({ session }) => 'user' in session && hasPermission(session.user.role, 'moderate-community'),
  )
  return (
    <Entry
      person={author}
      at={createdAt}
      editedAt={editedAt}
      actions={
        <>
          {isOwn && (
            <DialogButton
              size="small"
              kind="quiet"
              aria-haspopup="dialog"
              aria-label={editLabel}
              dialog={edit}
            >
              {t('community.edit')}
            </DialogButton>
          )}
          {isModerator && !isOwn && (
            <HideButton
              id={id}
              isHidden={hidden !== undefined}
              hide={(reason) => afterChange(hide(reason))}
              show={() => afterChange(show())}
            />
          )}
          {(isModerator || isOwn) && (
            <ConfirmedButton label={t('common.delete')} size="small" kind="quiet" isDangerous {...removal} />
          )}
        </>
      }
    >
      {children}
      <EntryText text={text} />
      {hidden && <HiddenNote hidden={hidden} />}
    </Entry>
  )
}

const longText = { dir: 'auto', maxLength: 5000 } as const

const edited = {
  failureText: t('community.notSaved'),
  submitLabel: t('common.saveChanges'),
  busyText: t('common.saving'),
}

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
        void allDiscussions.refresh()
        onClose()
        void navigate(paths.discussion(id))
      }}
      onClose={onClose}
    />
  )
}

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

const ReplyForm = ({ discussionId }: { discussionId: string }) => {
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
