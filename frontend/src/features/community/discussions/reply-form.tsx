import { replyRequest } from '@thirty/contracts/api/community/discussions.ts'
import { Button } from '../../../shared/ui/controls/button.tsx'
import { FormMessages } from '../../../shared/ui/forms/form-messages.tsx'
import { TextArea } from '../../../shared/ui/forms/text-area.tsx'
import { useForm } from '../../../shared/ui/forms/use-form.ts'
import { postReply } from './api.ts'
import { t } from '../messages/t.ts'
import css from './discussions.module.css'

/** Writes a reply to a discussion. */
export const ReplyForm = ({ discussionId }: { discussionId: string }) => {
  const form = useForm({
    schema: replyRequest,
    defaultValues: { text: '' },
    failureText: t('replyNotPosted'),
    unsent: `reply-${discussionId}`,
    send: ({ text }) => postReply(discussionId, text).then(() => true),
    onDone: () => form.fields.reset(),
  })
  return (
    <form className={css.form} {...form.props}>
      <TextArea {...form.text('text')} label={t('yourReply')} dir="auto" rows={4} maxLength={5000} />
      <FormMessages form={form} />
      <Button type="submit" kind="primary" busy={form.pending} busyText={t('posting')}>
        {t('postReply')}
      </Button>
    </form>
  )
}
