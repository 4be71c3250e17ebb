import { logInRequest } from '@thirty/contracts/api/accounts/accounts.ts'
import { appCode, type TwoFactorResponse } from '@thirty/contracts/api/accounts/two-factor.ts'
import { Smartphone } from 'lucide-react'
import { useState } from 'react'
import { z } from 'zod'
import { PasskeyButton } from '../../shared/second-step/passkey-button.tsx'
import { hasPasskeys } from '../../shared/second-step/passkeys.ts'
import { Button } from '../../shared/ui/controls/button.tsx'
import { Dialog } from '../../shared/ui/dialog/dialog.tsx'
import { Field } from '../../shared/ui/forms/field.tsx'
import { FormMessages } from '../../shared/ui/forms/form-messages.tsx'
import { PasswordField } from '../../shared/ui/forms/password-field.tsx'
import { useForm } from '../../shared/ui/forms/use-form.ts'
import { confirmWithCode, confirmWithPasskey, confirmWithPassword } from './api.ts'
import { useConfirmation } from './confirmation-store.ts'
import { t } from './messages/t.ts'
import css from './security.module.css'

const passwordForm = logInRequest.pick({ password: true })
const codeForm = z.object({ code: appCode })

type Known = Pick<TwoFactorResponse, 'twoFactor' | 'hasPassword'>

/** Asks who the user is, while a change waits for that. */
export const ConfirmDialog = ({ twoFactor, hasPassword }: Known) => {
  const question = useConfirmation((store) => store.question)
  const [usesCode, setUsesCode] = useState(!hasPassword)
  if (question === undefined) return null
  const hasApp = twoFactor.app !== null
  const offersPasskey = twoFactor.passkeys.length > 0 && hasPasskeys()
  const Form = usesCode ? CodeForm : PasswordForm
  return (
    <Dialog
      open
      onOpenChange={() => question.cancel()}
      title={t('confirmTitle')}
      description={t('confirmText')}
    >
      <div className={css.stack}>
        {(usesCode ? hasApp : hasPassword) && <Form onConfirmed={question.answer} />}
        {!hasApp && !hasPassword && !offersPasskey && <p>{t('logInAgain')}</p>}
        {offersPasskey && (
          <PasskeyButton label={t('confirmWithPasskey')} run={confirmWithPasskey} onDone={question.answer} />
        )}
        {hasApp && hasPassword && (
          <Button kind="quiet" wide onClick={() => setUsesCode(!usesCode)}>
            {t(usesCode ? 'usePasswordInstead' : 'useCodeInstead')}
          </Button>
        )}
      </div>
    </Dialog>
  )
}

type FormProps = { onConfirmed: (confirmation: string) => void }

const PasswordForm = ({ onConfirmed }: FormProps) => {
  const form = useForm({
    schema: passwordForm,
    defaultValues: { password: '' },
    failureText: t('failed'),
    send: confirmWithPassword,
    onDone: onConfirmed,
  })
  return (
    <form className={css.stack} {...form.props}>
      <FormMessages form={form} />
      <PasswordField {...form.text('password')} label={t('password')} autoComplete="current-password" />
      <ConfirmButton busy={form.pending} />
    </form>
  )
}

const CodeForm = ({ onConfirmed }: FormProps) => {
  const form = useForm({
    schema: codeForm,
    defaultValues: { code: '' },
    failureText: t('failed'),
    send: confirmWithCode,
    onDone: onConfirmed,
  })
  return (
    <form className={css.stack} {...form.props}>
      <FormMessages form={form} />
      <Field
        {...form.text('code')}
        label={t('appCode')}
        icon={<Smartphone />}
        autoComplete="one-time-code"
        inputMode="numeric"
        spellCheck={false}
      />
      <ConfirmButton busy={form.pending} />
    </form>
  )
}

const ConfirmButton = ({ busy }: { busy: boolean }) => (
  <Button type="submit" kind="primary" wide busy={busy} busyText={t('confirming')}>
    {t('confirm')}
  </Button>
)
