import { useState } from 'react'
import type { SubmitEvent } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '../../app/paths.ts'
import { useSubmission } from '../../shared/http-submit.ts'
import { useSession } from '../../shared/session.ts'
import { Banner } from '../../shared/ui/banner.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { FormSummary } from '../../shared/ui/form-summary.tsx'
import { useFormChecks } from '../../shared/ui/use-form-checks.ts'
import { AdminFrame } from './admin-frame.tsx'
import { signUp } from './api.ts'
import { signUpRules } from './form-rules.ts'
import type { SignUpField } from './form-rules.ts'
import { SignUpFields } from './sign-up-fields.tsx'
import { textOf } from './text-of.ts'
import css from './admin-frame.module.css'

const order: readonly SignUpField[] = [
  'fullName',
  'username',
  'email',
  'password',
  'confirmPassword',
  'adminKey',
]

/** Registration of admins, who need the key of this installation. */
export const AdminSignUpScreen = () => {
  const { errors, setErrors, checkProps, checkAll } = useFormChecks(signUpRules)
  const { pending, failure, run } = useSubmission('Registration failed. Please try again.')
  const [tried, setTried] = useState(false)
  const enter = useSession((store) => store.enter)
  const wrong = order.flatMap((field) => (errors[field] ? [{ field, message: errors[field] }] : []))

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTried(true)
    if (!checkAll(event.currentTarget)) return
    const form = new FormData(event.currentTarget)
    const answer = await run(
      () =>
        signUp({
          fullName: textOf(form, 'fullName').trim(),
          username: textOf(form, 'username').trim(),
          email: textOf(form, 'email').trim(),
          password: textOf(form, 'password'),
          adminKey: textOf(form, 'adminKey').trim(),
        }),
      (refused) => setErrors((before) => ({ ...before, ...refused.errors })),
    )
    if (answer) enter('admin', answer)
  }

  return (
    <AdminFrame title="Register">
      <form className={css.form} noValidate onSubmit={(event) => void submit(event)} {...checkProps}>
        {failure !== undefined && (
          <Banner kind="danger" live>
            {failure}
          </Banner>
        )}
        {tried && wrong.length > 1 && <FormSummary errors={wrong} />}
        <SignUpFields errors={errors} />
        <Button type="submit" kind="primary" size="large" wide busy={pending} busyText="Registering...">
          Register
        </Button>
      </form>
      <p className={css.foot}>
        <Link to={paths.admin.logIn}>Log in as admin</Link>
        <Link to={paths.logIn}>Participant login</Link>
      </p>
    </AdminFrame>
  )
}
