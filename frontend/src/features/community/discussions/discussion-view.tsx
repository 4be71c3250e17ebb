// One discussion with its replies, updated live.

import { hasPermission } from '@thirty/contracts/team/permissions.ts'
import type { DiscussionResponse, Reply } from '@thirty/contracts/community/discussions-api.ts'
import { useMemo } from 'react'
import { useNavigate } from '../../../shared/navigation/router.ts'
import { paths } from '../../../shared/navigation/paths.ts'
import { isNotFound } from '../../../shared/http/request-failed.ts'
import { useLiveData } from '../../../shared/live/live-data.ts'
import { usePageTitle } from '../../../shared/navigation/page-title.ts'
import { HiddenNote } from '../../../shared/moderation/hidden-note.tsx'
import { HideButton } from '../../../shared/moderation/hide-button.tsx'
import { ownUserId, useSession } from '../../../shared/session/session.ts'
import { BackLink } from '../../../shared/ui/controls/back-link.tsx'
import { ButtonLink } from '../../../shared/ui/controls/button-link.tsx'
import { ConfirmedButton } from '../../../shared/ui/dialog/request-dialog.tsx'
import { CountBadge } from '../../../shared/ui/display/badge.tsx'
import { Card } from '../../../shared/ui/display/card.tsx'
import { SkeletonRows } from '../../../shared/ui/feedback/skeleton.tsx'
import { EmptyState, ErrorState } from '../../../shared/ui/feedback/states.tsx'
import { toast } from '../../../shared/ui/feedback/toast-store.ts'
import { DataTable } from '../../../shared/ui/table/data-table.tsx'
import type { RowDefinition } from '../../../shared/ui/table/table-rows.tsx'
import { Entry, EntryText, entryClasses } from '../entry.tsx'
import { hideText, removeDiscussion, removeReply, showText, postReply } from './api.ts'
import { openDiscussion } from './open-discussion.ts'
import { EditDiscussionButton, EditReplyButton } from './edit-buttons.tsx'
import { People } from '../../../shared/people/people.tsx'
import { t } from '../../../shared/i18n/t.ts'
import layout from '../../../shared/styles/layout.module.css'
import css from './discussions.module.css'
import { SubmitButton, FormMessages } from '../../../shared/ui/forms/form-footer.tsx'
import { TextArea } from '../../../shared/ui/forms/text-area.tsx'
import { useForm } from '../../../shared/ui/forms/use-form.ts'

export const DiscussionView = ({ id }: { id: string }) => {
  const { state, data, error, reload } = useLiveData(openDiscussion, id)
  const isGone = data?.isRemoved === true || isNotFound(error)
  usePageTitle(isGone || state === 'failed' ? t('community.discussionIsGone') : data?.discussion.title)
  return (
    <div className={layout.stack12}>
      <BackLink to={paths.communityTab('discussions')} label={t('community.allDiscussions')} />
      {data && !isGone ? (
        <OpenDiscussion {...data} />
      ) : (
        <Card padding="none">
          {state === 'loading' && <SkeletonRows count={3} label={t('community.loadingDiscussion')} />}
          {isGone && <GoneDiscussion />}
          {state === 'failed' && !isGone && (
            <ErrorState
              title={t('community.loadingFailed')}
              retryLabel={t('common.retry')}
              onRetry={reload}
            />
          )}
        </Card>
      )}
    </div>
  )
}

const GoneDiscussion = () => (
  <EmptyState
    title={t('community.discussionIsGone')}
    action={<ButtonLink to={paths.communityTab('discussions')}>{t('community.allDiscussions')}</ButtonLink>}
  >
    {t('community.discussionWasRemoved')}
  </EmptyState>
)

type OpenDiscussionProps = Pick<DiscussionResponse, 'discussion' | 'replies'>

const OpenDiscussion = ({ discussion, replies }: OpenDiscussionProps) => {
  const { id, title, text, author, createdAt, editedAt, hidden } = discussion
  const navigate = useNavigate()
  const mayRemoveAll = useSession(
    ({ session }) => 'user' in session && hasPermission(session.user.role, 'moderate-community'),
  )
  const row = useMemo(() => replyRow(id, mayRemoveAll), [id, mayRemoveAll])
  return (
    <People of={[author, ...replies.map((reply) => reply.author)]}>
      <Entry
        person={author}
        at={createdAt}
        editedAt={editedAt}
        actions={
          <>
            {author.id === ownUserId() && <EditDiscussionButton discussion={discussion} />}
            {mayRemoveAll && author.id !== ownUserId() && (
              <HideButton
                id={id}
                isHidden={hidden !== undefined}
                hide={(reason) => hideText(id, null, reason)}
                show={() => showText(id, null)}
              />
            )}
            {(mayRemoveAll || author.id === ownUserId()) && (
              <ConfirmedButton
                label={t('common.delete')}
                size="small"
                kind="quiet"
                isDangerous
                title={t('community.deleteDiscussionQuestion')}
                description={t('community.repliesGoToo')}
                failureText={t('community.discussionNotDeleted')}
                run={async () => {
                  await removeDiscussion(id)
                  toast({ kind: 'success', text: t('community.discussionDeleted') })
                  void navigate(paths.communityTab('discussions'))
                }}
              />
            )}
          </>
        }
      >
        <h2 className={css.subject} dir="auto">
          {title}
        </h2>
        <EntryText text={text} />
        {hidden && <HiddenNote hidden={hidden} />}
      </Entry>
      <h3 className={css.replies}>
        {t.rich('community.repliesWithCount', { count: () => <CountBadge count={replies.length} /> })}
      </h3>
      <DataTable
        label={t('community.replies')}
        view={{ state: 'ready', rows: replies }}
        definition={row}
        // New replies are added at the end.
        holds="nothing"
        classes={entryClasses}
        cardHeight={90}
        frameless
        empty={<p>{t('community.noReplies')}</p>}
      />
      <ReplyForm key={id} discussionId={id} />
    </People>
  )
}

const replyRow = (discussionId: string, mayRemoveAll: boolean): RowDefinition<Reply> => ({
  id: ({ id }) => id,
  card: (reply) => {
    const { id, author, createdAt, editedAt, text, hidden } = reply
    return (
      <Entry
        person={author}
        at={createdAt}
        editedAt={editedAt}
        actions={
          <>
            {author.id === ownUserId() && <EditReplyButton discussionId={discussionId} reply={reply} />}
            {mayRemoveAll && author.id !== ownUserId() && (
              <HideButton
                id={id}
                isHidden={hidden !== undefined}
                hide={(reason) => hideText(discussionId, id, reason)}
                show={() => showText(discussionId, id)}
              />
            )}
            {(mayRemoveAll || author.id === ownUserId()) && (
              <ConfirmedButton
                label={t('common.delete')}
                size="small"
                kind="quiet"
                isDangerous
                title={t('community.deleteReplyQuestion')}
                description={t('common.cannotBeUndone')}
                failureText={t('community.replyNotDeleted')}
                run={() => removeReply(discussionId, id)}
              />
            )}
          </>
        }
      >
        <EntryText text={text} />
        {hidden && <HiddenNote hidden={hidden} />}
      </Entry>
    )
  },
})

/** Writes a reply to a discussion. */
const ReplyForm = ({ discussionId }: { discussionId: string }) => {
  const form = useForm({
    schema: async () => (await import('@thirty/contracts/community/discussions-api.ts')).replyRequest,
    defaultValues: { text: '' },
    failureText: t('community.replyNotPosted'),
    unsent: `reply-${discussionId}`,
    send: ({ text }) => postReply(discussionId, text).then(() => true),
    onDone: () => form.fields.reset(),
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
