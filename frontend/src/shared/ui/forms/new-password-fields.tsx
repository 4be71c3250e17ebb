import { useState } from 'react'
import { PasswordField } from './password-field.tsx'
import { PasswordHints } from './password-hints.tsx'

type NewPasswordFieldsProps = {
  errors: Partial<Record<'password' | 'confirmPassword', string | undefined>>
  /** Lays out the password above its hints. */
  hintedClass: string | undefined
  /** What stands in the second field while it is empty. */
  placeholder?: string
  /** Without a lock in front, where the other fields of the form have no pictures either. */
  plain?: boolean
}

/**
 * A password that is being chosen, with the hints it has to meet, and once more against slips. Ids are names, so that a
 * summary of errors can lead to them.
 */
export const NewPasswordFields = ({ errors, hintedClass, placeholder, plain }: NewPasswordFieldsProps) => {
  const [password, setPassword] = useState('')
  const looks = plain ? { icon: null } : {}
  return (
    <>
      <div className={hintedClass}>
        <PasswordField
          {...looks}
          id="password"
          name="password"
          autoComplete="new-password"
          error={errors.password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <PasswordHints value={password} />
      </div>
      <PasswordField
        {...looks}
        id="confirmPassword"
        name="confirmPassword"
        label="Confirm password"
        autoComplete="new-password"
        placeholder={placeholder}
        error={errors.confirmPassword}
      />
    </>
  )
}
