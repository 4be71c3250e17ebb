import { adminSignUpRequest, logInRequest } from '@thirty/contracts/api/accounts/accounts.ts'
import type { FormRules } from '../../shared/ui/forms/use-form-validation.ts'

type Schema = {
  safeParse: (value: unknown) => { error?: { issues: readonly { message: string }[] } | undefined }
}

/** Returns a rule that gives the message of the first broken rule of the schema. */
const rule =
  (schema: Schema, name: string) =>
  (form: Record<string, string>): string | undefined =>
    schema.safeParse(form[name] ?? '').error?.issues[0]?.message

export const logInRules: FormRules<'emailOrUsername' | 'password'> = {
  emailOrUsername: rule(logInRequest.shape.emailOrUsername, 'emailOrUsername'),
  password: rule(logInRequest.shape.password, 'password'),
}

export type SignUpField = 'fullName' | 'username' | 'email' | 'password' | 'confirmPassword' | 'adminKey'

const { shape } = adminSignUpRequest

/** All fields are required. The repeated password never leaves the browser. */
export const signUpRules: FormRules<SignUpField> = {
  fullName: rule(shape.fullName, 'fullName'),
  username: rule(shape.username, 'username'),
  email: rule(shape.email, 'email'),
  password: rule(shape.password, 'password'),
  confirmPassword: (form) => (form.confirmPassword === form.password ? undefined : 'Passwords do not match'),
  adminKey: rule(shape.adminKey, 'adminKey'),
}
