// Asks for title and text of a discussion.

import type { OpenDiscussionRequest } from '@thirty/contracts/community/discussions-api.ts'
import { paths } from '../../../shared/navigation/paths.ts'
import { useNavigate } from '../../../shared/navigation/router.ts'
import { Field } from '../../../shared/ui/forms/field.tsx'
import { TextArea } from '../../../shared/ui/forms/text-area.tsx'
import { FormDialog } from '../../../shared/ui/forms/form-dialog.tsx'
import { useForm } from '../../../shared/ui/forms/use-form.ts'
import { t } from '../../../shared/i18n/t.ts'
import { startDiscussion } from './api.ts'

type DiscussionDialogProps<Result> = {
  title: string
  description?: string
  submitLabel: string
  busyText: string
  failureText: string
  /** Names the form, whose text is kept until it is sent. */
  unsent: string
  defaultValues: OpenDiscussionRequest
  send: (values: OpenDiscussionRequest) => Promise<Result>
  onDone: (result: Result) => void
  onClose: () => void
}

export const DiscussionDialog = <Result,>(props: DiscussionDialogProps<Result>) => {
  const { defaultValues, send, onDone, onClose, failureText, unsent } = props
  const form = useForm({
    schema: async () =>
      (await import('@thirty/contracts/community/discussions-api.ts')).openDiscussionRequest,
    defaultValues,
    failureText,
    unsent,
    send,
    onDone,
  })
  return (
    <FormDialog
      isDense
      form={form}
      title={props.title}
      description={props.description}
      submitLabel={props.submitLabel}
      busyText={props.busyText}
      onClose={onClose}
    >
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
    </FormDialog>
  )
}

/** Starts a discussion and opens it. */
export const StartDiscussionDialog = ({ onClose }: { onClose: () => void }) => {
  const navigate = useNavigate()
  return (
    <DiscussionDialog
      title={t('community.startADiscussion')}
      description={t('community.whoCanRead')}
      submitLabel={t('community.startDiscussion')}
      busyText={t('common.starting')}
      failureText={t('community.notStarted')}
      unsent="discussion"
      defaultValues={{ title: '', text: '' }}
      send={startDiscussion}
      onDone={(id) => {
        onClose()
        void navigate(paths.discussion(id))
      }}
      onClose={onClose}
    />
  )
}
