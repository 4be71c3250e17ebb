import { adminSignUpRequest, logInRequest } from '@thirty/contracts/api/accounts/accounts.ts'
import { schemaError } from '../../shared/ui/forms/use-form-validation.ts'
import type { FormRules } from '../../shared/ui/forms/use-form-validation.ts'

export const logInRules: FormRules<'emailOrUsername' | 'password'> = {
  emailOrUsername: (form) => schemaError(logInRequest.shape.emailOrUsername, form.emailOrUsername),
  password: (form) => schemaError(logInRequest.shape.password, form.password),
}

export type SignUpField = 'fullName' | 'username' | 'email' | 'password' | 'confirmPassword' | 'adminKey'

const { shape } = adminSignUpRequest

/** All fields are required. `confirmPassword` is checked here only; it is not part of the request. */
export const signUpRules: FormRules<SignUpField> = {
  fullName: (form) => schemaError(shape.fullName, form.fullName),
  username: (form) => schemaError(shape.username, form.username),
  email: (form) => schemaError(shape.email, form.email),
  password: (form) => schemaError(shape.password, form.password),
  confirmPassword: (form) => (form.confirmPassword === form.password ? undefined : 'Passwords do not match'),
  adminKey: (form) => schemaError(shape.adminKey, form.adminKey),
}
