// The field for a code of the authenticator app, or for a recovery code.

import { KeyRound, Smartphone } from 'lucide-react'
import { Field } from '../ui/forms/field.tsx'
import { FormMessages, SubmitButton } from '../ui/forms/form-footer.tsx'
import { useForm } from '../ui/forms/use-form.ts'
import { t } from '../i18n/t.ts'
import layout from '../styles/layout.module.css'

type Proof = { code: string } | { recoveryCode: string }

type CodeFormProps<Response> = {
  kind: 'app' | 'recovery-code'
  send: (proof: Proof) => Promise<Response>
  onDone: (response: Response) => void
}

export const CodeForm = <Response,>({ kind, send, onDone }: CodeFormProps<Response>) => {
  const isApp = kind === 'app'
  const form = useForm<{ code?: string; recoveryCode?: string }, Proof, Response>({
    schema: async () => {
      const { appForm, recoveryForm } = await import('./second-step-schemas.ts')
      return isApp ? appForm : recoveryForm
    },
    defaultValues: isApp ? { code: '' } : { recoveryCode: '' },
    failureText: t('common.logInFailed'),
    send,
    onDone,
  })
  return (
    <form className={layout.stack20} {...form.props}>
      <p>{t(isApp ? 'secondStep.appExplanation' : 'secondStep.recoveryExplanation')}</p>
      <FormMessages form={form} />
      {isApp ? (
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
      ) : (
        <Field
          {...form.text('recoveryCode')}
          label={t('secondStep.recoveryCode')}
          icon={<KeyRound />}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
      )}
      <SubmitButton form={form} size="large" wide busyText={t('common.loggingIn')}>
        {t('common.logIn')}
      </SubmitButton>
    </form>
  )
}
