import { AtSign, KeyRound, Mail, User } from 'lucide-react'
import { Field } from '../../shared/ui/forms/field.tsx'
import { NewPasswordFields } from '../../shared/ui/forms/new-password-fields.tsx'
import type { SignUpField } from './form-rules.ts'
import css from './admin-auth-layout.module.css'

const rawTextProps = { autoCapitalize: 'none', spellCheck: false } as const

/** The six fields of the registration. Their ids equal their names, so the error summary can link to them. */
export const SignUpFields = ({ errors }: { errors: Partial<Record<SignUpField, string | undefined>> }) => (
  <>
    <Field
      id="fullName"
      name="fullName"
      label="Full name"
      icon={<User />}
      autoComplete="name"
      maxLength={120}
      error={errors.fullName}
    />
    <Field
      id="username"
      name="username"
      label="Username"
      icon={<AtSign />}
      autoComplete="username"
      {...rawTextProps}
      error={errors.username}
    />
    <Field
      id="email"
      name="email"
      type="email"
      label="Email"
      icon={<Mail />}
      autoComplete="email"
      {...rawTextProps}
      error={errors.email}
    />
    <NewPasswordFields errors={errors} passwordClassName={css.pair} />
    <Field
      id="adminKey"
      name="adminKey"
      label="Admin registration key"
      icon={<KeyRound />}
      autoComplete="off"
      {...rawTextProps}
      hint="Printed at the first start of the server, or set by its operator."
      error={errors.adminKey}
    />
  </>
)
