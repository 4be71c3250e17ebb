import { useState } from 'react'
import { AtSign, KeyRound, Mail, User } from 'lucide-react'
import { Field } from '../../shared/ui/field.tsx'
import { PasswordField } from '../../shared/ui/password-field.tsx'
import { PasswordHints } from '../../shared/ui/password-hints.tsx'
import type { SignUpField } from './form-rules.ts'
import css from './admin-frame.module.css'

const asTyped = { autoCapitalize: 'none', spellCheck: false } as const

/** The six fields of the registration. Ids are names, so that the summary of errors can lead to them. */
export const SignUpFields = ({ errors }: { errors: Partial<Record<SignUpField, string | undefined>> }) => {
  const [password, setPassword] = useState('')
  return (
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
        {...asTyped}
        error={errors.username}
      />
      <Field
        id="email"
        name="email"
        type="email"
        label="Email"
        icon={<Mail />}
        autoComplete="email"
        {...asTyped}
        error={errors.email}
      />
      <div className={css.pair}>
        <PasswordField
          id="password"
          name="password"
          autoComplete="new-password"
          error={errors.password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <PasswordHints value={password} />
      </div>
      <PasswordField
        id="confirmPassword"
        name="confirmPassword"
        label="Confirm password"
        autoComplete="new-password"
        error={errors.confirmPassword}
      />
      <Field
        id="adminKey"
        name="adminKey"
        label="Admin registration key"
        icon={<KeyRound />}
        autoComplete="off"
        {...asTyped}
        hint="Printed when the server first started, or set by whoever runs it."
        error={errors.adminKey}
      />
    </>
  )
}
