import type { SignedInResponse } from '@thirty/contracts/api/accounts/accounts.ts'
import type { SubmitEvent } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '../../app/paths.ts'
import { useFormSubmit } from '../../shared/http/use-form-submit.ts'
import { Banner } from '../../shared/ui/feedback/banner.tsx'
import { Button } from '../../shared/ui/controls/button.tsx'
import { Field } from '../../shared/ui/forms/field.tsx'
import { NewPasswordFields } from '../../shared/ui/forms/new-password-fields.tsx'
import { useFormValidation } from '../../shared/ui/forms/use-form-validation.ts'
import { signUp } from './api.ts'
import { signUpRules } from './form-rules.ts'
import { SocialSignIn } from './social-sign-in.tsx'
import { readTextField } from '../../shared/ui/forms/read-text-field.ts'
import css from './accounts.module.css'

export const SignUpForm = ({ onSignedIn }: { onSignedIn: (response: SignedInResponse) => void }) => {
  const { errors, setErrors, checkProps, checkAll } = useFormValidation(signUpRules)
  const { pending, failure, run } = useFormSubmit('Signup failed')

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!checkAll(event.currentTarget)) return
    const form = new FormData(event.currentTarget)
    const username = readTextField(form, 'username').trim()
    const request = {
      fullName: readTextField(form, 'fullName').trim(),
      username: username === '' ? undefined : username,
      email: readTextField(form, 'email').trim(),
      password: readTextField(form, 'password'),
    }
    const response = await run(
      () => signUp(request),
      (problem) => setErrors((previous) => ({ ...previous, ...problem.errors })),
    )
    if (response) onSignedIn(response)
  }

  return (
    <form className={css.form} noValidate onSubmit={(event) => void submit(event)} {...checkProps}>
      <div className={css.intro}>
        <h1>Join the challenge</h1>
        <p>
          Already have an account? <Link to={paths.logIn}>Log in</Link>
        </p>
      </div>
      <SocialSignIn position="before" />
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
        label="Email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        error={errors.email}
      />
      <NewPasswordFields
        errors={errors}
        passwordClassName={css.newPassword}
        placeholder="Repeat your password"
        iconHidden
      />
      <Button type="submit" kind="primary" size="large" wide busy={pending} busyText="Creating your account">
        Sign up
      </Button>
    </form>
  )
}
