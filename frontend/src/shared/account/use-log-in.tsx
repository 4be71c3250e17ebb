// The form of a login, which participants and admins have on screens of their own, and the email address that screens around it pass on.

import type { SignedInResponse } from '@thirty/contracts/accounts/api.ts'
import type { SecondFactorNeeded } from '@thirty/contracts/accounts/two-factor-api.ts'
import { User } from 'lucide-react'
import { request } from '../http/http.ts'
import { Field } from '../ui/forms/field.tsx'
import { PasswordField } from '../ui/forms/password-fields.tsx'
import { useForm } from '../ui/forms/use-form.tsx'
import { t } from '../i18n/t.ts'
import { useLocation } from '../navigation/router.ts'

export type SecondFactor = SecondFactorNeeded['secondFactor']

type LogIn = {
  /** The message if the server sends none. */
  failureText: string
  onSignedIn: (response: SignedInResponse) => void
  /** Called instead if the account needs a second factor. */
  onSecondFactor: (needed: SecondFactor) => void
}

export const useLogIn = ({ failureText, onSignedIn, onSecondFactor }: LogIn) =>
  useForm({
    schema: async () => (await import('@thirty/contracts/accounts/api.ts')).logInRequest,
    defaultValues: { emailOrUsername: useTypedEmail(), password: '' },
    failureText,
    send: (body) => request('POST', '/api/auth/login', { body, token: null }),
    onDone: (response) => ('user' in response ? onSignedIn(response) : onSecondFactor(response.secondFactor)),
  })

export const LogInFields = ({ form }: { form: ReturnType<typeof useLogIn> }) => (
  <>
    <Field
      {...form.text('emailOrUsername')}
      label={t('common.emailOrUsername')}
      icon={<User />}
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
    />
    <PasswordField {...form.text('password')} autoComplete="current-password" />
  </>
)

/**
 * Returns the email address that was typed on the screen before, or an empty text. Links pass it in the state of the history: in an
 * address it would be logged and kept.
 */
export function useTypedEmail(): string {
  const state: unknown = useLocation().state
  const isGiven = typeof state === 'object' && state !== null && 'email' in state
  return isGiven && typeof state.email === 'string' ? state.email : ''
}

/** The state of a link for `useTypedEmail`; without one if the text is a username. */
export const typedEmailState = (text: string): { email: string } | null =>
  text.includes('@') ? { email: text.trim() } : null
