import { TextArea } from '../ui/forms/field.tsx'
import { FormDialog } from '../ui/forms/form-dialog.tsx'
import { useForm } from '../ui/forms/use-form.tsx'
import { t } from '../i18n/t.ts'

type HideDialogProps = { id: string; hide: (reason: string) => Promise<void>; onClose: () => void }

/** Asks why a text is hidden. */
export const HideDialog = ({ id, hide, onClose }: HideDialogProps) => {
  const form = useForm({
    schema: async () => (await import('@thirty/contracts/community/hidden-texts-api.ts')).hideRequest,
    defaultValues: { reason: '' },
    failureText: t('moderation.notHidden'),
    unsent: `hide-${id}`,
    send: ({ reason }) => hide(reason),
    onDone: onClose,
  })
  return (
    <FormDialog
      form={form}
      title={t('moderation.hideTitle')}
      description={t('moderation.hideDescription')}
      width={520}
      submitLabel={t('moderation.hide')}
      busyText={t('moderation.hiding')}
      onClose={onClose}
    >
      <TextArea
        {...form.text('reason')}
        value={form.control('reason').value}
        id="hide-reason"
        label={t('common.reason')}
        dir="auto"
        rows={3}
        maxLength={500}
        counter
      />
    </FormDialog>
  )
}
