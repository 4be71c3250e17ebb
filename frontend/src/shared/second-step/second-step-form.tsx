// The second step of a login: a code, a passkey or a recovery code, as the account has them. `ProofForm` is also for confirmations.

import type { SignedInResponse } from '@thirty/contracts/accounts/api.ts'
import type { SecondFactorKind } from '@thirty/contracts/accounts/two-factor-api.ts'
import { useState } from 'react'
import { KeyRound, Smartphone } from 'lucide-react'
import { request } from '../http/http.ts'
import { Button } from '../ui/controls/button.tsx'
import { t } from '../i18n/t.ts'
import { PasskeyButton, hasPasskeys, answerWithPasskey } from './passkeys.tsx'
import { Field } from '../ui/forms/field.tsx'
import { PasswordField } from '../ui/forms/password-fields.tsx'
import { FormMessages, SubmitButton, useForm } from '../ui/forms/use-form.tsx'
import layout from '../styles/layout.module.css'
import css from './second-step.module.css'

type SecondStepFormProps = {
  /** The token that the server sent for the password. */
  token: string
  kinds: readonly SecondFactorKind[]
  onSignedIn: (response: SignedInResponse) => void
  /** Called when the user wants to enter the password again. */
  onStartAgain: () => void
}

type Proof = TypedProof | { passkey: Awaited<ReturnType<typeof answerWithPasskey>> }

const complete = (body: { token: string } & Proof): Promise<SignedInResponse> =>
  request('POST', '/api/auth/login/second-factor', { body, token: null })

async function completeWithPasskey(token: string): Promise<SignedInResponse> {
  const { passkey } = await request('POST', '/api/auth/login/second-factor/options', {
    body: { token },
    token: null,
  })
  if (passkey === null) throw new Error(t('common.logInFailed'))
  return complete({ token, passkey: await answerWithPasskey(passkey) })
}

type CodeKind = Exclude<SecondFactorKind, 'passkey'>

const switchLabels: Readonly<Record<CodeKind, string>> = {
  app: t('secondStep.useApp'),
  'recovery-code': t('secondStep.useRecoveryCode'),
}

export const SecondStepForm = ({ token, kinds, onSignedIn, onStartAgain }: SecondStepFormProps) => {
  const offersPasskey = kinds.includes('passkey') && hasPasskeys()
  const codeKinds = kinds.filter((kind) => kind !== 'passkey')
  const [kind, setKind] = useState<CodeKind | undefined>(
    codeKinds.includes('app') || !offersPasskey ? (codeKinds[0] ?? 'app') : undefined,
  )
  return (
    <div className={layout.stack20}>
      {kind === undefined ? (
        <p>{t('secondStep.passkeyExplanation')}</p>
      ) : (
        // Another kind has another field.
        <ProofForm
          key={kind}
          kind={kind}
          isLogIn
          send={(proof) => complete({ token, ...proof })}
          onDone={onSignedIn}
        />
      )}
      {offersPasskey && (
        <PasskeyButton
          kind={kind === undefined ? 'primary' : 'secondary'}
          label={t('secondStep.usePasskey')}
          run={() => completeWithPasskey(token)}
          onDone={onSignedIn}
        />
      )}
      <div className={css.others}>
        {codeKinds.map(
          (other) =>
            other !== kind && (
              <Button key={other} kind="quiet" wide onClick={() => setKind(other)}>
                {switchLabels[other]}
              </Button>
            ),
        )}
        <Button kind="quiet" wide onClick={onStartAgain}>
          {t('secondStep.startAgain')}
        </Button>
      </div>
    </div>
  )
}

type TypedProof = { code: string } | { recoveryCode: string } | { password: string }

type ProofFormProps<Response> = {
  kind: CodeKind | 'password'
  /** In place of a confirmation: the form is larger, says what the code is, and begins with it. */
  isLogIn?: boolean
  send: (proof: TypedProof) => Promise<Response>
  onDone: (response: Response) => void
}

const emptyProofs = { app: { code: '' }, 'recovery-code': { recoveryCode: '' }, password: { password: '' } }

/** Asks for one proof of who the user is: a code of the app, a recovery code or the password. */
export const ProofForm = <Response,>({ kind, isLogIn = false, send, onDone }: ProofFormProps<Response>) => {
  const form = useForm<{ code?: string; recoveryCode?: string; password?: string }, TypedProof, Response>({
    schema: async () => (await import('./second-step-schemas.ts')).proofForms[kind],
    defaultValues: emptyProofs[kind],
    failureText: t(isLogIn ? 'common.logInFailed' : 'common.didNotWork'),
    send,
    onDone,
  })
  const words = isLogIn
    ? { code: t('common.code'), busy: t('common.loggingIn'), submit: t('common.logIn') }
    : { code: t('common.codeFromApp'), busy: t('common.confirming'), submit: t('confirmation.confirm') }
  return (
    <form className={isLogIn ? layout.stack20 : layout.stack16} {...form.props}>
      {isLogIn && <p>{t(kind === 'app' ? 'secondStep.appExplanation' : 'secondStep.recoveryExplanation')}</p>}
      <FormMessages form={form} />
      {kind === 'app' && (
        <Field
          {...form.text('code')}
          label={words.code}
          hint={isLogIn && t('secondStep.codeHint')}
          icon={<Smartphone />}
          autoComplete="one-time-code"
          inputMode="numeric"
          spellCheck={false}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the step before had the focus, and this field is all there is
          autoFocus={isLogIn}
        />
      )}
      {kind === 'recovery-code' && (
        <Field
          {...form.text('recoveryCode')}
          label={t('secondStep.recoveryCode')}
          icon={<KeyRound />}
          autoCapitalize="characters"
          spellCheck={false}
        />
      )}
      {kind === 'password' && <PasswordField {...form.text('password')} autoComplete="current-password" />}
      <SubmitButton form={form} size={isLogIn ? 'large' : 'medium'} wide busyText={words.busy}>
        {words.submit}
      </SubmitButton>
    </form>
  )
}
