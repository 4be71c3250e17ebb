import type { SubmitEvent } from 'react'
import { User } from 'lucide-react'
import { Link } from 'react-router-dom'
import { paths } from '../../app/paths.ts'
import { useFormSubmit } from '../../shared/http/use-form-submit.ts'
import { useSession } from '../../shared/session/session.ts'
import { Banner } from '../../shared/ui/feedback/banner.tsx'
import { Button } from '../../shared/ui/controls/button.tsx'
import { Field } from '../../shared/ui/forms/field.tsx'
import { PasswordField } from '../../shared/ui/forms/password-field.tsx'
import { useFormValidation } from '../../shared/ui/forms/use-form-validation.ts'
import { AdminAuthLayout } from './admin-auth-layout.tsx'
import { logIn } from './api.ts'
import { logInRules } from './form-rules.ts'
import { readTextField } from '../../shared/ui/forms/read-text-field.ts'
import css from './admin-auth-layout.module.css'

/** The login form for admins. After the login, the guard of the route redirects. */
export const AdminLoginScreen = () => {
  const { errors, checkProps, checkAll } = useFormValidation(logInRules)
  const { pending, failure, run, setFailure } = useFormSubmit('Login failed. Please try again.')
  const signIn = useSession((store) => store.signIn)

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
    if (response === undefined) return
    if (response.user.isAdmin) signIn('admin', response)
    else setFailure('You do not have admin privileges')
  }

  return (
    <AdminAuthLayout title="Log in">
      <form className={css.form} noValidate onSubmit={(event) => void submit(event)} {...checkProps}>
        {failure !== undefined && (
          <Banner kind="danger" live>
            {failure}
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
        <Button type="submit" kind="primary" size="large" wide busy={pending} busyText="Logging in...">
          Log in
        </Button>
      </form>
      <p className={css.foot}>
        <Link to={paths.admin.signUp}>Register with an admin key</Link>
        <Link to={paths.logIn}>Participant login</Link>
      </p>
    </AdminAuthLayout>
  )
}
