// The dialogs that add a passkey and give it another name.

import type { ShownPasskey, TwoFactorChangedResponse } from '@thirty/contracts/accounts/two-factor-api.ts'
import { isAbortError, RequestFailed } from '../../shared/http/request-failed.ts'
import { SubmitButton } from '../../shared/ui/forms/submit-button.tsx'
import { Dialog } from '../../shared/ui/dialog/dialog.tsx'
import { Field } from '../../shared/ui/forms/field.tsx'
import { FormMessages } from '../../shared/ui/forms/form-messages.tsx'
import { useForm } from '../../shared/ui/forms/use-form.ts'
import { addPasskey, renamePasskey } from './api.ts'
import { t } from '../../shared/i18n/t.ts'
import layout from '../../shared/styles/layout.module.css'

type NameDialogProps<Response> = {
  title: string
  name: string
  submitLabel: string
  busyText: string
  send: (name: string) => Promise<Response>
  onClose: () => void
  onDone: (response: Response) => void
}

const NameDialog = <Response,>(props: NameDialogProps<Response>) => {
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

/** A form shows only `RequestFailed`, so an error of the browser is turned into one, with a text of ours. */
async function withWords<Response>(add: () => Promise<Response>): Promise<Response> {
  try {
    return await add()
  } catch (error) {
    if (error instanceof RequestFailed || isAbortError(error)) throw error
    const exists = error instanceof Error && error.name === 'InvalidStateError'
    const message = t(exists ? 'adminSecurity.passkeyExists' : 'adminSecurity.passkeyNotCreated')
    throw new RequestFailed(400, { code: 'passkey', message }, true)
  }
}

type AddPasskeyDialogProps = { onClose: () => void; onAdded: (changed: TwoFactorChangedResponse) => void }

/** Asks for a name, and then the browser for a new passkey. */
export const AddPasskeyDialog = ({ onClose, onAdded }: AddPasskeyDialogProps) => (
  <NameDialog
    title={t('adminSecurity.addPasskey')}
    name=""
    submitLabel={t('adminSecurity.continue')}
    busyText={t('common.waitingForPasskey')}
    send={(name) => withWords(() => addPasskey(name))}
    onClose={onClose}
    onDone={onAdded}
  />
)

export const RenamePasskeyDialog = ({ passkey, onClose }: { passkey: ShownPasskey; onClose: () => void }) => (
  <NameDialog
    title={t('adminSecurity.renamePasskey')}
    name={passkey.name}
    submitLabel={t('common.save')}
    busyText={t('common.saving')}
    send={(name) => renamePasskey(passkey.id, name)}
    onClose={onClose}
    onDone={onClose}
  />
)
