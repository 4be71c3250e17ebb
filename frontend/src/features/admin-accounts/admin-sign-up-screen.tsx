import { useState } from 'react'
import type { SubmitEvent } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '../../app/paths.ts'
import { useFormSubmit } from '../../shared/http/use-form-submit.ts'
import { useSession } from '../../shared/session/session.ts'
import { Banner } from '../../shared/ui/feedback/banner.tsx'
import { Button } from '../../shared/ui/controls/button.tsx'
import { FormSummary } from '../../shared/ui/forms/form-summary.tsx'
import { useFormValidation } from '../../shared/ui/forms/use-form-validation.ts'
import { AdminAuthLayout } from './admin-auth-layout.tsx'
import { signUp } from './api.ts'
import { signUpRules } from './form-rules.ts'
import type { SignUpField } from './form-rules.ts'
import { SignUpFields } from './sign-up-fields.tsx'
import { readTextField } from '../../shared/ui/forms/read-text-field.ts'
import css from './admin-auth-layout.module.css'

const fieldOrder: readonly SignUpField[] = [
  'fullName',
  'username',
  'email',
  'password',
  'confirmPassword',
  'adminKey',
]

/** Registration for admins. It needs the admin key of this installation. */
export const AdminSignUpScreen = () => {
  const { errors, setErrors, checkProps, checkAll } = useFormValidation(signUpRules)
  const { pending, failure, run } = useFormSubmit('Registration failed. Please try again.')
  const [submitted, setSubmitted] = useState(false)
  const signIn = useSession((store) => store.signIn)
  const invalidFields = fieldOrder.flatMap((field) =>
    errors[field] ? [{ field, message: errors[field] }] : [],
  )

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setSubmitted(true)
    if (!checkAll(event.currentTarget)) return
    const form = new FormData(event.currentTarget)
    const response = await run(
      () =>
        signUp({
          fullName: readTextField(form, 'fullName').trim(),
          username: readTextField(form, 'username').trim(),
          email: readTextField(form, 'email').trim(),
          password: readTextField(form, 'password'),
          adminKey: readTextField(form, 'adminKey').trim(),
        }),
      (problem) => setErrors((previous) => ({ ...previous, ...problem.errors })),
    )
    if (response) signIn('admin', response)
  }

  return (
    <AdminAuthLayout title="Register">
      <form className={css.form} noValidate onSubmit={(event) => void submit(event)} {...checkProps}>
        {failure !== undefined && (
          <Banner kind="danger" live>
            {failure}
          </Banner>
        )}
        {submitted && invalidFields.length > 1 && <FormSummary errors={invalidFields} />}
        <SignUpFields errors={errors} />
        <Button type="submit" kind="primary" size="large" wide busy={pending} busyText="Registering...">
          Register
        </Button>
      </form>
      <p className={css.foot}>
        <Link to={paths.admin.logIn}>Log in as admin</Link>
        <Link to={paths.logIn}>Participant login</Link>
      </p>
    </AdminAuthLayout>
  )
}
