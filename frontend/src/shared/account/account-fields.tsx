// Fields with which participants and admins log in and sign up on screens of their own, and the email address that these screens pass on.
// The schemas of the sign-ups are in `account-schemas.ts`.

import type { SignedInResponse } from '@thirty/contracts/accounts/api.ts'
import type { SecondFactorNeeded } from '@thirty/contracts/accounts/two-factor-api.ts'
import { AtSign, Mail, User } from 'lucide-react'
import { request } from '../http/http.ts'
import { Field } from '../ui/forms/field.tsx'
import { NewPasswordFields, PasswordField } from '../ui/forms/password-fields.tsx'
import { useForm, type Form } from '../ui/forms/use-form.tsx'
import { t } from '../i18n/t.ts'
import { useLocation, Link, paths, textIn } from '../navigation/router.ts'
import css from './account-fields.module.css'

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

const asTyped = { autoCapitalize: 'none', spellCheck: false } as const
/** What helps browsers to fill in a username or an email address, and keeps it as it is typed. */
const asUsername = { ...asTyped, autoComplete: 'username' } as const
export const asEmail = { ...asTyped, autoComplete: 'email', type: 'email' } as const

export const LogInFields = ({ form }: { form: ReturnType<typeof useLogIn> }) => (
  <>
    <Field
      {...form.text('emailOrUsername')}
      {...asUsername}
      label={t('common.emailOrUsername')}
      icon={<User />}
    />
    <PasswordField {...form.text('password')} autoComplete="current-password" />
  </>
)

/** Returns the email address that was typed on the screen before, or an empty text. In an address it would be logged and kept. */
export const useTypedEmail = (): string => textIn(useLocation().state, 'email') ?? ''

/** The state of a link for `useTypedEmail`; without one if the text is a username. */
export const typedEmailState = (text: string): { email: string } | null =>
  text.includes('@') ? { email: text.trim() } : null

export const emptySignUp = { fullName: '', username: '', email: '', password: '', confirmPassword: '' }

type SignUpFieldsProps = {
  form: Pick<Form<typeof emptySignUp>, 'text' | 'control' | 'codeOf'>
  /** An admin has a username. The fields of admins have icons. */
  isAdmin?: boolean
}

export const SignUpFields = ({ form, isAdmin = false }: SignUpFieldsProps) => {
  const { logIn, forgotPassword } = isAdmin ? paths.admin : paths
  // Keeps the page that was requested before the login.
  const linkState = { ...useLocation().state, email: form.control('email').value.trim() }
  return (
    <>
      <Field
        {...form.text('fullName')}
        label={t('common.fullName')}
        icon={isAdmin && <User />}
        autoComplete="name"
        maxLength={120}
      />
      <Field
        {...form.text('username')}
        label={t('common.username')}
        optional={!isAdmin}
        icon={isAdmin && <AtSign />}
        {...asUsername}
      />
      <div className={css.column}>
        <Field {...form.text('email')} {...asEmail} label={t('common.email')} icon={isAdmin && <Mail />} />
        {form.codeOf('email') === 'name-taken' && (
          <p className={css.waysOn}>
            <span>{t('account.isItYou')}</span>
            <Link to={logIn} state={linkState} className={css.wayOn}>
              {t('common.logIn')}
            </Link>
            <Link to={forgotPassword} state={linkState} className={css.wayOn}>
              {t('common.forgotPassword')}
            </Link>
          </p>
        )}
      </div>
      <NewPasswordFields
        form={form}
        hasIcons={isAdmin}
        placeholder={isAdmin ? undefined : t('accounts.repeatPassword')}
      />
    </>
  )
}
