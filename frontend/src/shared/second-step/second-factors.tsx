// The second factors of users: the browser's requests for passkeys, the button that begins one, and the login with a passkey alone, which only
// admins have; and the second step of a login, with a code, a passkey or a recovery code, as the account has them. `ProofForm` is also for
// confirmations.

import type { SignedInResponse } from '@thirty/contracts/accounts/api.ts'
import type { PasskeyOptions, SecondFactorKind } from '@thirty/contracts/accounts/two-factor-api.ts'
import { Fingerprint, KeyRound, Smartphone } from 'lucide-react'
import { useState, useSyncExternalStore } from 'react'
import { request } from '../http/http.ts'
import { requestMessage } from '../http/request-failed.ts'
import { t } from '../i18n/t.ts'
import { liveData } from '../live/live-data.ts'
import { Button, type ButtonKind } from '../ui/controls/button.tsx'
import { Failure } from '../ui/display/surfaces.tsx'
import { Field } from '../ui/forms/field.tsx'
import { PasswordField } from '../ui/forms/password-fields.tsx'
import { FormMessages, SubmitButton, useForm } from '../ui/forms/use-form.tsx'
import layout from '../styles/layout.module.css'
import css from './second-step.module.css'

/** Loaded when a passkey is used, because few people have one. */
const library = () => import('@simplewebauthn/browser')

/** Whether this browser has passkeys, which it has over https and on localhost only. */
export const hasPasskeys = (): boolean => typeof window.PublicKeyCredential === 'function'

const subscribeToNothing = () => () => undefined

/** Asks the browser for a signature with a passkey. Rejects if the user cancels. */
export async function answerWithPasskey({ ceremony, options }: PasskeyOptions) {
  const { startAuthentication } = await library()
  // Safe: the server makes the options with the same library.
  const optionsJSON = options as unknown as Parameters<typeof startAuthentication>[0]['optionsJSON']
  const { id, rawId, response } = await startAuthentication({ optionsJSON })
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  const signed = { clientDataJSON, authenticatorData, signature, ...(userHandle && { userHandle }) }
  return { ceremony, response: { ...credentialOf(id, rawId), response: signed } }
}

/** Asks the browser to create a passkey. Rejects if the user cancels, or has one of this account in the same authenticator. */
export async function createPasskeyFor({ ceremony, options }: PasskeyOptions) {
  const { startRegistration } = await library()
  // Safe: as above.
  const optionsJSON = options as unknown as Parameters<typeof startRegistration>[0]['optionsJSON']
  const { id, rawId, response } = await startRegistration({ optionsJSON })
  const { clientDataJSON, attestationObject, transports } = response
  const created = { clientDataJSON, attestationObject, ...(transports && { transports }) }
  return { ceremony, response: { ...credentialOf(id, rawId), response: created } }
}

const credentialOf = (id: string, rawId: string) =>
  ({ id, rawId, type: 'public-key', clientExtensionResults: {} }) as const

type PasskeyButtonProps<Response> = {
  label: string
  kind?: ButtonKind
  run: () => Promise<Response>
  onDone: (response: Response) => void
}

export const PasskeyButton = <Response,>({ label, kind, run, onDone }: PasskeyButtonProps<Response>) => {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const press = async () => {
    setBusy(true)
    setFailure(undefined)
    try {
      onDone(await run())
    } catch (error) {
      // Browsers say no more than that: it was cancelled, took too long, or there is none.
      setFailure(requestMessage(error) ?? t('secondStep.passkeyNotUsed'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={layout.stack20}>
      <Failure text={failure} />
      <Button
        kind={kind}
        size="large"
        wide
        icon={<Fingerprint />}
        busy={busy}
        busyText={t('common.waitingForPasskey')}
        onClick={() => void press()}
      >
        {label}
      </Button>
    </div>
  )
}

async function logInWithPasskey(): Promise<SignedInResponse> {
  const { passkey } = await request('POST', '/api/auth/login/passkey/options', { body: {}, token: null })
  return request('POST', '/api/auth/login/passkey', { body: await answerWithPasskey(passkey), token: null })
}

export const PasskeyLogin = ({ onSignedIn }: { onSignedIn: (response: SignedInResponse) => void }) => {
  // A prerendered page has what most browsers have.
  const isOffered = useSyncExternalStore(subscribeToNothing, hasPasskeys, () => true)
  if (!isOffered) return null
  return <PasskeyButton label={t('secondStep.logInWithPasskey')} run={logInWithPasskey} onDone={onSignedIn} />
}

export const ownTwoFactor = liveData({
  load: (_key: undefined, signal) => request('GET', '/api/auth/two-factor', { signal }),
  resyncs: true,
})

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
