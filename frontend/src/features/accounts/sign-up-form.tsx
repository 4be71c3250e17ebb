import type { SignedInAnswer } from '@thirty/contracts/api/accounts.ts'
import type { SubmitEvent } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '../../app/paths.ts'
import { useSubmission } from '../../shared/http-submit.ts'
import { Banner } from '../../shared/ui/banner.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { Field } from '../../shared/ui/field.tsx'
import { NewPasswordFields } from '../../shared/ui/new-password-fields.tsx'
import { useFormChecks } from '../../shared/ui/use-form-checks.ts'
import { signUp } from './api.ts'
import { signUpRules } from './form-rules.ts'
import { SocialSignIn } from './social-sign-in.tsx'
import { textOf } from './text-of.ts'
import css from './accounts.module.css'

export const SignUpForm = ({ onSignedIn }: { onSignedIn: (answer: SignedInAnswer) => void }) => {
  const { errors, setErrors, checkProps, checkAll } = useFormChecks(signUpRules)
  const { pending, failure, run } = useSubmission('Signup failed')

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!checkAll(event.currentTarget)) return
    const form = new FormData(event.currentTarget)
    const username = textOf(form, 'username').trim()
    const request = {
      fullName: textOf(form, 'fullName').trim(),
      username: username === '' ? undefined : username,
      email: textOf(form, 'email').trim(),
      password: textOf(form, 'password'),
    }
    const answer = await run(
      () => signUp(request),
      (refused) => setErrors((before) => ({ ...before, ...refused.errors })),
    )
    if (answer) onSignedIn(answer)
  }

  return (
    <form className={css.form} noValidate onSubmit={(event) => void submit(event)} {...checkProps}>
      <div className={css.intro}>
        <h1>Join the challenge</h1>
        <p>
          Already in? <Link to={paths.logIn}>Log in</Link>
        </p>
      </div>
      <SocialSignIn place="before" />
      {failure !== undefined && (
        <Banner kind="danger" live>
          {failure}
        </Banner>
      )}
      <Field name="fullName" label="Full name" autoComplete="name" maxLength={120} error={errors.fullName} />
      <Field
        name="username"
        label="Username"
        optional
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        error={errors.username}
      />
      <Field
        name="email"
        type="email"
        label="E-mail"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        error={errors.email}
      />
      <NewPasswordFields
        errors={errors}
        hintedClass={css.newPassword}
        placeholder="Repeat your password"
        plain
      />
      <Button type="submit" kind="primary" size="large" wide busy={pending} busyText="Creating your account">
        Sign up
      </Button>
    </form>
  )
}
