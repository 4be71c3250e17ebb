import { email, fullName, logInRequest, password, username } from '@thirty/contracts/api/accounts/accounts.ts'
import { schemaError } from '../../shared/ui/forms/use-form-validation.ts'
import type { FormRules } from '../../shared/ui/forms/use-form-validation.ts'

export const logInRules: FormRules<'emailOrUsername' | 'password'> = {
  emailOrUsername: (form) => schemaError(logInRequest.shape.emailOrUsername, form.emailOrUsername),
  password: (form) => schemaError(logInRequest.shape.password, form.password),
}

export const forgotPasswordRules: FormRules<'email'> = { email: (form) => schemaError(email, form.email) }

export const resetPasswordRules: FormRules<'password' | 'confirmPassword'> = {
  password: (form) => schemaError(password, form.password),
  confirmPassword: (form) => (form.confirmPassword === form.password ? undefined : 'Passwords must match'),
}

export type SignUpField = 'fullName' | 'username' | 'email' | 'password' | 'confirmPassword'

export const signUpRules: FormRules<SignUpField> = {
  fullName: (form) => schemaError(fullName, form.fullName),
  username: (form) => schemaError(username, form.username),
  email: (form) => schemaError(email, form.email),
  password: (form) => schemaError(password, form.password),
  confirmPassword: (form) => (form.confirmPassword === form.password ? undefined : 'Passwords must match'),
}
