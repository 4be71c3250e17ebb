import { useState } from 'react'
import { PasswordField } from '../../shared/ui/password-field.tsx'
import { PasswordHints } from '../../shared/ui/password-hints.tsx'
import css from './accounts.module.css'

type NewPasswordFieldsProps = { errors: Partial<Record<'password' | 'confirmPassword', string | undefined>> }

/** A password that is being chosen, with the hints it has to meet, and once more against slips. */
export const NewPasswordFields = ({ errors }: NewPasswordFieldsProps) => {
  const [password, setPassword] = useState('')
  return (
    <>
      <div className={css.newPassword}>
        <PasswordField
          name="password"
          autoComplete="new-password"
          error={errors.password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <PasswordHints value={password} />
      </div>
      <PasswordField
        name="confirmPassword"
        label="Confirm password"
        autoComplete="new-password"
        placeholder="Repeat your password"
        error={errors.confirmPassword}
      />
    </>
  )
}
