import { openDiscussionRequest } from '@thirty/contracts/api/community/discussions.ts'
import { useNavigate } from 'react-router-dom'
import { paths } from '../../../app/paths.ts'
import { Button } from '../../../shared/ui/controls/button.tsx'
import { Dialog } from '../../../shared/ui/dialog/dialog.tsx'
import { Field } from '../../../shared/ui/forms/field.tsx'
import { FormMessages } from '../../../shared/ui/forms/form-messages.tsx'
import { TextArea } from '../../../shared/ui/forms/text-area.tsx'
import { useForm } from '../../../shared/ui/forms/use-form.ts'
import { startDiscussion } from './api.ts'
import css from './discussions.module.css'

/** Asks for title and text of a new discussion, starts it and opens it. */
export const StartDiscussionDialog = ({ onClose }: { onClose: () => void }) => {
  const navigate = useNavigate()
  const form = useForm({
    schema: openDiscussionRequest,
    defaultValues: { title: '', text: '' },
    failureText: 'Failed to start the discussion. Please try again.',
    send: startDiscussion,
    onDone: (id) => {
      onClose()
      void navigate(paths.discussion(id))
    },
  })
  return (
    <Dialog
      open
      onOpenChange={() => !form.pending && onClose()}
      title="Start a discussion"
      description="Everyone who is signed in can read it and reply."
    >
      <form className={css.form} {...form.props}>
        <Field {...form.text('title')} label="Title" dir="auto" maxLength={120} autoComplete="off" />
        <TextArea {...form.text('text')} label="Text" dir="auto" rows={6} maxLength={5000} counter />
        <FormMessages form={form} />
        <div className={css.formActions}>
          <Button disabled={form.pending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" kind="primary" busy={form.pending} busyText="Starting...">
            Start discussion
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
