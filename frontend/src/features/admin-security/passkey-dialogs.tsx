import {
  passkeyName,
  type ShownPasskey,
  type TwoFactorChangedResponse,
} from '@thirty/contracts/api/accounts/two-factor.ts'
import { z } from 'zod'
import { isAbortError, RequestFailed } from '../../shared/http/request-failed.ts'
import { Button } from '../../shared/ui/controls/button.tsx'
import { Dialog } from '../../shared/ui/dialog/dialog.tsx'
import { Field } from '../../shared/ui/forms/field.tsx'
import { FormMessages } from '../../shared/ui/forms/form-messages.tsx'
import { useForm } from '../../shared/ui/forms/use-form.ts'
import { addPasskey, renamePasskey } from './api.ts'
import { t } from './messages/t.ts'
import css from './security.module.css'

const nameForm = z.object({ name: passkeyName })

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
    schema: nameForm,
    defaultValues: { name },
    failureText: t('failed'),
    send: (values) => send(values.name),
    onDone,
  })
  return (
    <Dialog open onOpenChange={onClose} title={title}>
      <form className={css.stack} {...form.props}>
        <FormMessages form={form} />
        <Field
          {...form.text('name')}
          label={t('passkeyName')}
          hint={t('passkeyNameHint')}
          autoComplete="off"
          maxLength={60}
        />
        <Button type="submit" kind="primary" wide busy={form.pending} busyText={busyText}>
          {submitLabel}
        </Button>
      </form>
    </Dialog>
  )
}

/** Forms show failed requests only, so what a browser says becomes one. */
async function withWords<Response>(add: () => Promise<Response>): Promise<Response> {
  try {
    return await add()
  } catch (error) {
    if (error instanceof RequestFailed || isAbortError(error)) throw error
    const exists = error instanceof Error && error.name === 'InvalidStateError'
    const message = t(exists ? 'passkeyExists' : 'passkeyNotCreated')
    throw new RequestFailed(400, { code: 'passkey', message }, true)
  }
}

type AddPasskeyDialogProps = { onClose: () => void; onAdded: (changed: TwoFactorChangedResponse) => void }

/** Asks for a name, and then the browser for a new passkey. */
export const AddPasskeyDialog = ({ onClose, onAdded }: AddPasskeyDialogProps) => (
  <NameDialog
    title={t('addPasskey')}
    name=""
    submitLabel={t('continue')}
    busyText={t('waiting')}
    send={(name) => withWords(() => addPasskey(name))}
    onClose={onClose}
    onDone={onAdded}
  />
)

export const RenamePasskeyDialog = ({ passkey, onClose }: { passkey: ShownPasskey; onClose: () => void }) => (
  <NameDialog
    title={t('renamePasskey')}
    name={passkey.name}
    submitLabel={t('save')}
    busyText={t('saving')}
    send={(name) => renamePasskey(passkey.id, name)}
    onClose={onClose}
    onDone={onClose}
  />
)
