// Asks for the name of a passkey, which is new or gets another name.

import { SubmitButton, FormMessages } from '../../shared/ui/forms/form-footer.tsx'
import { Dialog } from '../../shared/ui/dialog/dialog.tsx'
import { Field } from '../../shared/ui/forms/field.tsx'
import { useForm } from '../../shared/ui/forms/use-form.ts'
import { t } from '../../shared/i18n/t.ts'
import layout from '../../shared/styles/layout.module.css'

type PasskeyNameDialogProps<Response> = {
  title: string
  name: string
  submitLabel: string
  busyText: string
  send: (name: string) => Promise<Response>
  onClose: () => void
  onDone: (response: Response) => void
}

export const PasskeyNameDialog = <Response,>(props: PasskeyNameDialogProps<Response>) => {
  const { title, name, submitLabel, busyText, send, onClose, onDone } = props
  const form = useForm({
    schema: async () => (await import('../../shared/second-step/second-step-schemas.ts')).passkeyNameForm,
    defaultValues: { name },
    failureText: t('common.didNotWork'),
    send: (values) => send(values.name),
    onDone,
  })
  return (
    <Dialog onClose={onClose} title={title}>
      <form className={layout.stack16} {...form.props}>
        <FormMessages form={form} />
        <Field
          {...form.text('name')}
          label={t('common.name')}
          hint={t('adminSecurity.passkeyNameHint')}
          autoComplete="off"
          maxLength={60}
        />
        <SubmitButton form={form} wide busyText={busyText}>
          {submitLabel}
        </SubmitButton>
      </form>
    </Dialog>
  )
}
