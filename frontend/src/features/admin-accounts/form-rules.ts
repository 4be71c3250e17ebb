import { adminSignUpRequest, logInRequest } from '@thirty/contracts/api/accounts/accounts.ts'
import type { FormRules } from '../../shared/ui/forms/use-form-validation.ts'

type Schema = {
  safeParse: (value: unknown) => { error?: { issues: readonly { message: string }[] } | undefined }
}

/** What is wrong with a field, in the words of the contract. */
const problemOf =
  (schema: Schema, name: string) =>
  (form: Record<string, string>): string | undefined =>
    schema.safeParse(form[name] ?? '').error?.issues[0]?.message

export const logInRules: FormRules<'emailOrUsername' | 'password'> = {
  emailOrUsername: problemOf(logInRequest.shape.emailOrUsername, 'emailOrUsername'),
  password: problemOf(logInRequest.shape.password, 'password'),
}

export type SignUpField = 'fullName' | 'username' | 'email' | 'password' | 'confirmPassword' | 'adminKey'

const { shape } = adminSignUpRequest

/** All fields are required; the repeated password never leaves the browser. */
export const signUpRules: FormRules<SignUpField> = {
  fullName: problemOf(shape.fullName, 'fullName'),
  username: problemOf(shape.username, 'username'),
  email: problemOf(shape.email, 'email'),
  password: problemOf(shape.password, 'password'),
  confirmPassword: (form) => (form.confirmPassword === form.password ? undefined : 'Passwords do not match'),
  adminKey: problemOf(shape.adminKey, 'adminKey'),
}
