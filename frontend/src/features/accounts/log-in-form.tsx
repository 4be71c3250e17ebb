import type { SignedInAnswer } from '@thirty/contracts/api/accounts.ts'
import { User } from 'lucide-react'
import type { SubmitEvent } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '../../app/paths.ts'
import { useSubmission } from '../../shared/http-submit.ts'
import { Banner } from '../../shared/ui/banner.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { Field } from '../../shared/ui/field.tsx'
import { PasswordField } from '../../shared/ui/password-field.tsx'
import { useFormChecks } from '../../shared/ui/use-form-checks.ts'
import { logIn } from './api.ts'
import { logInRules } from './form-rules.ts'
import { SocialSignIn } from './social-sign-in.tsx'
import { textOf } from './text-of.ts'
import css from './accounts.module.css'

type LogInFormProps = {
  /** What to tell before anything was typed, such as why somebody was sent here. */
  notice?: { kind: 'info' | 'danger'; text: string } | undefined
  onSignedIn: (answer: SignedInAnswer) => void
}

export const LogInForm = ({ notice, onSignedIn }: LogInFormProps) => {
  const { errors, checkProps, checkAll } = useFormChecks(logInRules)
  const { pending, failure, run } = useSubmission('Login failed')

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!checkAll(event.currentTarget)) return
    const form = new FormData(event.currentTarget)
    const answer = await run(() =>
      logIn({ emailOrUsername: textOf(form, 'emailOrUsername').trim(), password: textOf(form, 'password') }),
    )
    if (answer) onSignedIn(answer)
  }

  const message = failure === undefined ? notice : { kind: 'danger' as const, text: failure }
  return (
    <form className={css.form} noValidate onSubmit={(event) => void submit(event)} {...checkProps}>
      <div className={css.intro}>
        <h1>Log in</h1>
        <p>
          New here? <Link to={paths.joinByLogIn}>Sign up</Link>
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
      <Link to={paths.forgot} className={css.forgot}>
        Forgot password?
      </Link>
      <Button type="submit" kind="primary" size="large" wide busy={pending} busyText="Logging in...">
        Log in
      </Button>
      <SocialSignIn place="after" />
    </form>
  )
}
