// The comments on a project, newest first and updated live, and a form for a new one.

import type { ProjectCard } from '@thirty/contracts/projects/api.ts'
import type { Comment, CommentsResponse, PublicComment } from '@thirty/contracts/community/reactions-api.ts'
import type { ProjectCommentedUpdate } from '@thirty/contracts/live/live.ts'
import { hasPermission } from '@thirty/contracts/team/permissions.ts'
import { request } from '../../shared/http/http.ts'
import { t } from '../../shared/i18n/t.ts'
import { useLiveData, liveData, pagesOf, reloads } from '../../shared/live/live-data.ts'
import { HiddenNote, HideButton } from '../../shared/moderation/hidden-text.tsx'
import { People, PersonName, PersonLink, Avatar } from '../../shared/people/people.tsx'
import { ownUserId, useSession } from '../../shared/session/session.ts'
import { Button } from '../../shared/ui/controls/button.tsx'
import { ConfirmedButton } from '../../shared/ui/dialog/dialog.tsx'
import { CountBadge } from '../../shared/ui/display/surfaces.tsx'
import { Time } from '../../shared/ui/display/time.tsx'
import { SkeletonMenu, Loaded } from '../../shared/ui/feedback/states.tsx'
import { TextArea } from '../../shared/ui/forms/field.tsx'
import { FormMessages, useForm } from '../../shared/ui/forms/use-form.tsx'
import { changeShownProject } from './open-project.ts'
import layout from '../../shared/styles/layout.module.css'
import words from '../../shared/styles/words.module.css'
import css from './comments.module.css'

export const commentsId = 'comments'

export const Comments = ({ project: { _id: projectId, comments, status } }: { project: ProjectCard }) => {
  const view = useLiveData(commentsOn, projectId)
  return (
    <section className={css.comments} id={commentsId} aria-labelledby="comments-title" tabIndex={-1}>
      <h2 id="comments-title" className={css.title}>
        {t.rich('project.commentsWithCount', { count: () => <CountBadge count={comments} /> })}
      </h2>
      {status === 'rejected' ? (
        <p className={words.pale}>{t('project.rejectedNoComments')}</p>
      ) : (
        <CommentForm projectId={projectId} />
      )}
      <Loaded
        view={view}
        loading={<SkeletonMenu />}
        failed={t('project.commentsNotLoaded')}
        compact
        empty={<p className={words.pale}>{t('project.noComments')}</p>}
      >
        {({ comments: shown, nextCursor }) => (
          <>
            <ul className={layout.column} aria-label={t('common.comments')}>
              <People of={shown.map(({ author }) => author)}>
                {shown.map((comment) => (
                  <CommentItem key={comment.id} projectId={projectId} comment={comment} />
                ))}
              </People>
            </ul>
            {nextCursor !== null && (
              <Button className={css.more} busy={view.moreState === 'loading'} onClick={view.loadMore}>
                {view.moreState === 'failed' ? t('common.loadFailedTryAgain') : t('project.earlierComments')}
              </Button>
            )}
          </>
        )}
      </Loaded>
    </section>
  )
}

const CommentItem = ({ projectId, comment }: { projectId: string; comment: Comment }) => {
  const { author, text, createdAt, mayRemove, mine, hidden } = comment
  const path = '/api/projects/:projectId/comments/:commentId'
  const params = { projectId, commentId: comment.id }
  const showAll = ({ comments }: { comments: number }) => showComments(projectId, comments)
  return (
    <li className={css.comment}>
      <Avatar id={author._id} name={author.name} image={author.avatar} size={36} />
      <div className={css.words}>
        <p className={css.head}>
          <PersonLink userId={author._id} className={layout.touchTarget}>
            <PersonName as="strong" person={author} />
          </PersonLink>
          <Time at={createdAt} />
        </p>
        <p className={words.userText} dir="auto">
          {text}
        </p>
        {hidden && <HiddenNote hidden={hidden} />}
      </div>
      {mayRemove && (
        <span className={css.actions}>
          {!mine && (
            <HideButton
              id={`${projectId} ${comment.id}`}
              isHidden={hidden !== undefined}
              hide={(reason) => request('PUT', `${path}/hidden`, { params, body: { reason } }).then(showAll)}
              show={() => request('DELETE', `${path}/hidden`, { params }).then(showAll)}
            />
          )}
          <ConfirmedButton
            kind="quiet"
            size="small"
            label={t('common.delete')}
            title={t('project.deleteQuestion')}
            description={t('project.goneForEverybody')}
            isDangerous
            failureText={t('project.commentNotDeleted')}
            run={() => request('DELETE', path, { params }).then(showAll)}
          />
        </span>
      )}
    </li>
  )
}

const CommentForm = ({ projectId }: { projectId: string }) => {
  const form = useForm({
    schema: async () => (await import('@thirty/contracts/community/reactions-api.ts')).postCommentRequest,
    defaultValues: { text: '' },
    failureText: t('project.commentNotPosted'),
    unsent: `comment-${projectId}`,
    send: (body) => request('POST', '/api/projects/:projectId/comments', { params: { projectId }, body }),
    onDone: ({ comments }) => {
      void showComments(projectId, comments)
      form.fields.reset()
    },
  })
  return (
    <form className={css.form} {...form.props} aria-label={t('project.newComment')}>
      <FormMessages form={form} />
      <TextArea
        {...form.text('text')}
        label={t('project.yourComment')}
        placeholder={t('project.whatToWrite')}
        rows={3}
        maxLength={2000}
      />
      <Button type="submit" busy={form.pending} busyText={t('common.posting')}>
        {t('project.postComment')}
      </Button>
    </form>
  )
}

/** The loaded comments on a project, newest first. The project has the number of all. */
type Comments = Pick<CommentsResponse, 'comments' | 'nextCursor' | 'position' | 'epoch'>

const commentsOn = liveData<Comments, string>({
  ...pagesOf('comments', {
    pageSize: 20,
    fetchPage: (projectId: string, query, signal) =>
      request('GET', '/api/projects/:projectId/comments', { params: { projectId }, query, signal }),
    idOf: ({ id }) => id,
  }),
  failedText: t('common.checkConnection'),
  messages: (projectId) => ({
    'project.commented': (comments, { items }, reload) =>
      items
        .filter((item) => item.projectId === projectId)
        .reduce((data, item) => applyItem(data, item, reload), comments),
  }),
})

/** Shows the comments after a command of this user about one; `comments` is their number. */
async function showComments(projectId: string, comments: number): Promise<void> {
  changeShownProject(projectId, { comments })
  await commentsOn.refresh()
}

/** Comments that this user may see in another way than others are loaded. */
function applyItem(data: Comments, item: ProjectCommentedUpdate, reload: () => void): Comments {
  if ('comment' in item) {
    // It may have been loaded before its live message arrives.
    const isListed = data.comments.some(({ id }) => id === item.comment.id)
    return isListed ? data : { ...data, comments: [toOwnView(item.comment), ...data.comments] }
  }
  if ('shown' in item) return reloads(data, item, reload)
  if (!('removed' in item)) return { ...data, comments: [], nextCursor: null }
  const removed = data.comments.find(({ id }) => id === item.removed)
  if (removed?.mayRemove) reload()
  return { ...data, comments: data.comments.filter((comment) => comment !== removed) }
}

/** Adds what a live message lacks, because many users receive it. */
function toOwnView(comment: PublicComment): Comment {
  const mine = comment.author._id === ownUserId()
  const { session } = useSession.getState()
  const isModerator = 'user' in session && hasPermission(session.user.role, 'moderate-community')
  return { ...comment, mine, mayRemove: mine || isModerator }
}
