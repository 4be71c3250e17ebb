// The form of a login, which participants and admins have on screens of their own.

import { User } from 'lucide-react'
import type { SignedInResponse } from '@thirty/contracts/accounts/api.ts'
import type { SecondFactorNeeded } from '@thirty/contracts/accounts/two-factor-api.ts'
import { request } from '../http/http.ts'
import { Field } from '../ui/forms/field.tsx'
import { PasswordField } from '../ui/forms/password-fields.tsx'
import { useForm } from '../ui/forms/use-form.ts'
import { useTypedEmail } from './typed-email.ts'
import { t } from '../i18n/t.ts'

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
    send: (body) => request('POST', '/api/auth/login', { body, area: 'none' }),
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
