// The second step of a login: a code, a passkey or a recovery code, as the account has them.

import type { SignedInResponse } from '@thirty/contracts/accounts/api.ts'
import type { SecondFactorKind } from '@thirty/contracts/accounts/two-factor-api.ts'
import { useState } from 'react'
import { KeyRound, Smartphone } from 'lucide-react'
import { request } from '../http/http.ts'
import { Button } from '../ui/controls/button.tsx'
import { t } from '../i18n/t.ts'
import { PasskeyButton, hasPasskeys, answerWithPasskey } from './passkeys.tsx'
import { Field } from '../ui/forms/field.tsx'
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

type Proof = CodeProof | { passkey: Awaited<ReturnType<typeof answerWithPasskey>> }

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
  const hasApp = kinds.includes('app')
  const [kind, setKind] = useState<CodeKind | undefined>(
    hasApp || !offersPasskey ? (codeKinds[0] ?? 'app') : undefined,
  )
  return (
    <div className={layout.stack20}>
      {kind === undefined ? (
        <p>{t('secondStep.passkeyExplanation')}</p>
      ) : (
        <CodeForm
          // Another kind has another field.
          key={kind}
          kind={kind}
          token={token}
          onSignedIn={onSignedIn}
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
        {codeKinds
          .filter((other) => other !== kind)
          .map((other) => (
            <Button key={other} kind="quiet" wide onClick={() => setKind(other)}>
              {switchLabels[other]}
            </Button>
          ))}
        <Button kind="quiet" wide onClick={onStartAgain}>
          {t('secondStep.startAgain')}
        </Button>
      </div>
    </div>
  )
}

type CodeProof = { code: string } | { recoveryCode: string }

type CodeFormProps = Pick<SecondStepFormProps, 'token' | 'onSignedIn'> & { kind: CodeKind }

const CodeForm = ({ kind, token, onSignedIn }: CodeFormProps) => {
  const isApp = kind === 'app'
  const form = useForm<{ code?: string; recoveryCode?: string }, CodeProof, SignedInResponse>({
    schema: async () => {
      const { appForm, recoveryForm } = await import('./second-step-schemas.ts')
      return isApp ? appForm : recoveryForm
    },
    defaultValues: isApp ? { code: '' } : { recoveryCode: '' },
    failureText: t('common.logInFailed'),
    send: (proof) => complete({ token, ...proof }),
    onDone: onSignedIn,
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
