// Posts a comment under the name of the user.

import type { OwnUser } from '@thirty/contracts/accounts/api.ts'
import { useSession } from '../../../shared/session/session.ts'
import { Button } from '../../../shared/ui/controls/button.tsx'
import { FormMessages } from '../../../shared/ui/forms/form-messages.tsx'
import { TextArea } from '../../../shared/ui/forms/text-area.tsx'
import { useForm } from '../../../shared/ui/forms/use-form.ts'
import { postComment } from './comments-on.ts'
import { t } from '../../../shared/i18n/t.ts'
import css from './comments.module.css'

export const CommentForm = ({ projectId }: { projectId: string }) => {
  const session = useSession((store) => store.session)
  const user = 'user' in session ? session.user : undefined
  const form = useForm({
    schema: async () => (await import('@thirty/contracts/community/reactions-api.ts')).postCommentRequest,
    defaultValues: { text: '' },
    failureText: t('project.commentNotPosted'),
    unsent: `comment-${projectId}`,
    // The button is disabled until the session is checked.
    send: async ({ text }) => user && postComment(projectId, text, authorOf(user)),
    onDone: () => form.fields.reset(),
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
      <Button type="submit" busy={form.pending} busyText={t('common.posting')} disabled={!user}>
        {t('project.postComment')}
      </Button>
    </form>
  )
}

const authorOf = ({ _id, fullName, username, profileImage }: OwnUser) => ({
  _id,
  name: fullName,
  ...(username !== null && { username }),
  avatar: profileImage,
})
