import { email, fullName, logInRequest, password, username } from '@thirty/contracts/api/accounts/accounts.ts'
import type { FormRules } from '../../shared/ui/forms/use-form-validation.ts'

type Schema = {
  safeParse: (value: unknown) => { error?: { issues: readonly { message: string }[] } | undefined }
}

/** Returns the message of the first rule that a value breaks; `undefined` if it is valid. */
const firstError = (schema: Schema, value: string | undefined): string | undefined =>
  schema.safeParse(value ?? '').error?.issues[0]?.message

export const logInRules: FormRules<'emailOrUsername' | 'password'> = {
  emailOrUsername: (form) => firstError(logInRequest.shape.emailOrUsername, form.emailOrUsername),
  password: (form) => firstError(logInRequest.shape.password, form.password),
}

export const forgotPasswordRules: FormRules<'email'> = { email: (form) => firstError(email, form.email) }

export const resetPasswordRules: FormRules<'password' | 'confirmPassword'> = {
  password: (form) => firstError(password, form.password),
  confirmPassword: (form) => (form.confirmPassword === form.password ? undefined : 'Passwords must match'),
}

export type SignUpField = 'fullName' | 'username' | 'email' | 'password' | 'confirmPassword'

export const signUpRules: FormRules<SignUpField> = {
  fullName: (form) => firstError(fullName, form.fullName),
  username: (form) => firstError(username, form.username),
  email: (form) => firstError(email, form.email),
  password: (form) => firstError(password, form.password),
  confirmPassword: (form) => (form.confirmPassword === form.password ? undefined : 'Passwords must match'),
}
