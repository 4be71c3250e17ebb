// One discussion with its replies, updated live.

import { hasPermission } from '@thirty/contracts/team/permissions.ts'
import type { DiscussionResponse, Reply } from '@thirty/contracts/community/discussions-api.ts'
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
import { DataTable } from '../../../shared/ui/table/data-table.tsx'
import type { RowDefinition } from '../../../shared/ui/table/table-rows.tsx'
import { Entry, EntryText, entryClasses } from '../entry.tsx'
import { afterChange, allDiscussions, openDiscussion } from './discussions.ts'
import { EditDiscussionDialog, EditReplyDialog, ReplyForm } from './discussion-forms.tsx'
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
  const { id, title, author } = discussion
  const navigate = useNavigate()
  const row = useMemo(() => replyRow(id), [id])
  const path = '/api/community/discussions/:discussionId'
  const params = { discussionId: id }
  return (
    <People of={[author, ...replies.map((reply) => reply.author)]}>
      <Written
        written={discussion}
        editLabel={t('community.editDiscussion')}
        edit={(close) => <EditDiscussionDialog discussion={discussion} onClose={close} />}
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
        edit={(close) => <EditReplyDialog {...{ discussionId, reply }} onClose={close} />}
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
