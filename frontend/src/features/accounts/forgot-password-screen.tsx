import { useState } from 'react'
import type { SubmitEvent } from 'react'
import { Mail } from 'lucide-react'
import { Link } from 'react-router-dom'
import { paths } from '../../app/paths.ts'
import { useFormSubmit } from '../../shared/http/use-form-submit.ts'
import { Banner } from '../../shared/ui/feedback/banner.tsx'
import { Button } from '../../shared/ui/controls/button.tsx'
import { Field } from '../../shared/ui/forms/field.tsx'
import { useFormValidation } from '../../shared/ui/forms/use-form-validation.ts'
import { forgotPassword } from './api.ts'
import { AuthLayout } from './auth-layout.tsx'
import { forgotPasswordRules } from './form-rules.ts'
import { readTextField } from '../../shared/ui/forms/read-text-field.ts'
import css from './accounts.module.css'

/** Requests an email with a link for a new password. The response does not reveal whether the account exists. */
export const ForgotPasswordScreen = () => {
  const { errors, setErrors, checkProps, checkAll } = useFormValidation(forgotPasswordRules)
  const { pending, failure, run } = useFormSubmit('The email could not be sent. Please try again.')
  const [confirmation, setConfirmation] = useState<string>()

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setConfirmation(undefined)
    if (!checkAll(event.currentTarget)) return
    const email = readTextField(new FormData(event.currentTarget), 'email').trim()
    const response = await run(
      () => forgotPassword({ email }),
      (problem) => setErrors((previous) => ({ ...previous, ...problem.errors })),
    )
    if (response) setConfirmation(response.message)
  }

  return (
    <AuthLayout>
      <form className={css.form} noValidate onSubmit={(event) => void submit(event)} {...checkProps}>
        <div className={css.intro}>
          <h1>Forgot password</h1>
          <p>We'll email you a reset link. It works once and expires in 30 minutes.</p>
        </div>
        {failure !== undefined && (
          <Banner kind="danger" live>
            {failure}
          </Banner>
        )}
        {confirmation !== undefined && (
          <Banner kind="success" live>
            {confirmation}
          </Banner>
        )}
        <Field
          name="email"
          type="email"
          label="Email"
          icon={<Mail />}
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          error={errors.email}
        />
        <Button type="submit" kind="primary" size="large" wide busy={pending} busyText="Sending...">
          {confirmation === undefined ? 'Send link' : 'Send again'}
        </Button>
        <Link to={paths.logIn} className={css.forgot}>
          Back to log in
        </Link>
      </form>
    </AuthLayout>
  )
}
