import { hideRequest } from '@thirty/contracts/community/hidden-texts-api.ts'
import { Button } from '../ui/controls/button.tsx'
import { SubmitButton } from '../ui/forms/submit-button.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { FormMessages } from '../ui/forms/form-messages.tsx'
import { TextArea } from '../ui/forms/text-area.tsx'
import { useForm } from '../ui/forms/use-form.ts'
import { t } from '../i18n/t.ts'
import css from './moderation.module.css'

type HideDialogProps = { id: string; hide: (reason: string) => Promise<void>; onClose: () => void }

/** Asks why a text is hidden. */
export const HideDialog = ({ id, hide, onClose }: HideDialogProps) => {
  const form = useForm({
    schema: hideRequest,
    defaultValues: { reason: '' },
    failureText: t('moderation.notHidden'),
    unsent: `hide-${id}`,
    send: ({ reason }) => hide(reason),
    onDone: onClose,
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !form.pending && onClose()}
      title={t('moderation.hideTitle')}
      description={t('moderation.hideDescription')}
      width={520}
    >
      <form className={css.form} {...form.props}>
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
        <FormMessages form={form} />
        <div className={css.actions}>
          <Button
            disabled={form.pending}
            onClick={() => {
              form.discard()
              onClose()
            }}
          >
            {t('common.cancel')}
          </Button>
          <SubmitButton form={form} busyText={t('moderation.hiding')}>
            {t('moderation.hide')}
          </SubmitButton>
        </div>
      </form>
    </Dialog>
  )
}
