import { email, fullName, logInRequest, password, username } from '@thirty/contracts/api/accounts/accounts.ts'
import type { FormRules } from '../../shared/ui/forms/use-form-validation.ts'

type Schema = {
  safeParse: (value: unknown) => { error?: { issues: readonly { message: string }[] } | undefined }
}

/** The first thing that is wrong with a value, in the words of the contract. */
const firstProblem = (schema: Schema, value: string | undefined): string | undefined =>
  schema.safeParse(value ?? '').error?.issues[0]?.message

export const logInRules: FormRules<'emailOrUsername' | 'password'> = {
  emailOrUsername: (form) => firstProblem(logInRequest.shape.emailOrUsername, form.emailOrUsername),
  password: (form) => firstProblem(logInRequest.shape.password, form.password),
}

export const forgotPasswordRules: FormRules<'email'> = { email: (form) => firstProblem(email, form.email) }

export const resetPasswordRules: FormRules<'password' | 'confirmPassword'> = {
  password: (form) => firstProblem(password, form.password),
  confirmPassword: (form) => (form.confirmPassword === form.password ? undefined : 'Passwords must match'),
}

export type SignUpField = 'fullName' | 'username' | 'email' | 'password' | 'confirmPassword'

export const signUpRules: FormRules<SignUpField> = {
  fullName: (form) => firstProblem(fullName, form.fullName),
  username: (form) => firstProblem(username, form.username),
  email: (form) => firstProblem(email, form.email),
  password: (form) => firstProblem(password, form.password),
  confirmPassword: (form) => (form.confirmPassword === form.password ? undefined : 'Passwords must match'),
}
