// The field for a code of the authenticator app, or for a recovery code.

import { KeyRound, Smartphone } from 'lucide-react'
import { Button } from '../ui/controls/button.tsx'
import { Field } from '../ui/forms/field.tsx'
import { FormMessages } from '../ui/forms/form-messages.tsx'
import { useForm } from '../ui/forms/use-form.ts'
import { t } from '../i18n/t.ts'
import layout from '../styles/layout.module.css'

type CodeFormProps<Response> = {
  kind: 'app' | 'recovery-code'
  send: (proof: { code: string } | { recoveryCode: string }) => Promise<Response>
  onDone: (response: Response) => void
}

export const CodeForm = <Response,>({ kind, send, onDone }: CodeFormProps<Response>) =>
  kind === 'app' ? <AppForm send={send} onDone={onDone} /> : <RecoveryForm send={send} onDone={onDone} />

type FormProps<Response> = Omit<CodeFormProps<Response>, 'kind'>

const AppForm = <Response,>({ send, onDone }: FormProps<Response>) => {
  const form = useForm({
    schema: async () => (await import('./second-step-schemas.ts')).appForm,
    defaultValues: { code: '' },
    failureText: t('common.logInFailed'),
    send,
    onDone,
  })
  return (
    <form className={layout.stack20} {...form.props}>
      <p>{t('secondStep.appExplanation')}</p>
      <FormMessages form={form} />
      <Field
        {...form.text('code')}
        label={t('common.code')}
        hint={t('secondStep.codeHint')}
        icon={<Smartphone />}
        autoComplete="one-time-code"
        inputMode="numeric"
        spellCheck={false}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the step before had the focus, and this field is all there is
        autoFocus
      />
      <SubmitButton busy={form.pending} />
    </form>
  )
}

const RecoveryForm = <Response,>({ send, onDone }: FormProps<Response>) => {
  const form = useForm({
    schema: async () => (await import('./second-step-schemas.ts')).recoveryForm,
    defaultValues: { recoveryCode: '' },
    failureText: t('common.logInFailed'),
    send,
    onDone,
  })
  return (
    <form className={layout.stack20} {...form.props}>
      <p>{t('secondStep.recoveryExplanation')}</p>
      <FormMessages form={form} />
      <Field
        {...form.text('recoveryCode')}
        label={t('secondStep.recoveryCode')}
        icon={<KeyRound />}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <SubmitButton busy={form.pending} />
    </form>
  )
}

const SubmitButton = ({ busy }: { busy: boolean }) => (
  <Button type="submit" kind="primary" size="large" wide busy={busy} busyText={t('common.loggingIn')}>
    {t('common.logIn')}
  </Button>
)
