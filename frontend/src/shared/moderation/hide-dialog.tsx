import { TextArea } from '../ui/forms/field.tsx'
import { FormDialog } from '../ui/forms/form-dialog.tsx'
import { t } from '../i18n/t.ts'

type HideDialogProps = { id: string; hide: (reason: string) => Promise<unknown>; onClose: () => void }

/** Asks why a text is hidden. */
export const HideDialog = ({ id, hide, onClose }: HideDialogProps) => (
  <FormDialog
    title={t('moderation.hideTitle')}
    description={t('moderation.hideDescription')}
    width={520}
    schema={async () => (await import('@thirty/contracts/community/hidden-texts-api.ts')).hideRequest}
    defaultValues={{ reason: '' }}
    unsent={`hide-${id}`}
    send={({ reason }) => hide(reason)}
    failureText={t('moderation.notHidden')}
    submitLabel={t('moderation.hide')}
    busyText={t('moderation.hiding')}
    onClose={onClose}
  >
    {(form) => (
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
    )}
  </FormDialog>
)
