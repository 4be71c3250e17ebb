import type { SignedInResponse } from '@thirty/contracts/api/accounts/accounts.ts'
import { User } from 'lucide-react'
import type { SubmitEvent } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '../../app/paths.ts'
import { useFormSubmit } from '../../shared/http/use-form-submit.ts'
import { Banner } from '../../shared/ui/feedback/banner.tsx'
import { Button } from '../../shared/ui/controls/button.tsx'
import { Field } from '../../shared/ui/forms/field.tsx'
import { PasswordField } from '../../shared/ui/forms/password-field.tsx'
import { useFormValidation } from '../../shared/ui/forms/use-form-validation.ts'
import { logIn } from './api.ts'
import { logInRules } from './form-rules.ts'
import { SocialSignIn } from './social-sign-in.tsx'
import { readTextField } from '../../shared/ui/forms/read-text-field.ts'
import css from './accounts.module.css'

type LogInFormProps = {
  /** A message above the empty form, e.g. that the session has ended. */
  notice?: { kind: 'info' | 'danger'; text: string } | undefined
  onSignedIn: (response: SignedInResponse) => void
}

export const LogInForm = ({ notice, onSignedIn }: LogInFormProps) => {
  const { errors, checkProps, checkAll } = useFormValidation(logInRules)
  const { pending, failure, run } = useFormSubmit('Login failed')

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!checkAll(event.currentTarget)) return
    const form = new FormData(event.currentTarget)
    const response = await run(() =>
      logIn({
        emailOrUsername: readTextField(form, 'emailOrUsername').trim(),
        password: readTextField(form, 'password'),
      }),
    )
    if (response) onSignedIn(response)
  }

  const message = failure === undefined ? notice : { kind: 'danger' as const, text: failure }
  return (
    <form className={css.form} noValidate onSubmit={(event) => void submit(event)} {...checkProps}>
      <div className={css.intro}>
        <h1>Log in</h1>
        <p>
          New here? <Link to={paths.signUpOnLogInPage}>Sign up</Link>
        </p>
      </div>
      {message && (
        <Banner kind={message.kind} live>
          {message.text}
        </Banner>
      )}
      <Field
        name="emailOrUsername"
        label="Email or username"
        icon={<User />}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        error={errors.emailOrUsername}
      />
      <PasswordField name="password" autoComplete="current-password" error={errors.password} />
      <Link to={paths.forgotPassword} className={css.forgot}>
        Forgot password?
      </Link>
      <Button type="submit" kind="primary" size="large" wide busy={pending} busyText="Logging in...">
        Log in
      </Button>
      <SocialSignIn position="after" />
    </form>
  )
}
