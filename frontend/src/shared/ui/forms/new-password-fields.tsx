// Two fields for a new password, with the password rules. The second field catches typing errors.

import { PasswordField } from './password-field.tsx'
import type { TextControlProps } from './use-form.ts'
import { t } from '../../i18n/t.ts'
import { passwordRules } from '@thirty/contracts/accounts/password-rules.ts'
import { Circle, CircleCheck } from 'lucide-react'
import { VisuallyHidden } from '../visually-hidden.tsx'
import css from './password-hints.module.css'

type NewPasswordFieldsProps = {
  form: {
    text: (name: 'password' | 'confirmPassword') => TextControlProps
    control: (name: 'password') => { value: string }
  }
  /** Class name of the element around the first field and its hints. */
  passwordClassName: string | undefined
  /** The placeholder of the second field. */
  placeholder?: string
  /** Omits the lock icon, for a form whose other fields have no icons. */
  iconHidden?: boolean
}

export const NewPasswordFields = ({
  form,
  passwordClassName,
  placeholder,
  iconHidden,
}: NewPasswordFieldsProps) => {
  const iconProps = iconHidden ? { icon: null } : {}
  return (
    <>
      <div className={passwordClassName}>
        <PasswordField {...iconProps} {...form.text('password')} autoComplete="new-password" />
        <PasswordHints value={form.control('password').value} />
      </div>
      <PasswordField
        {...iconProps}
        {...form.text('confirmPassword')}
        label={t('forms.confirmPassword')}
        autoComplete="new-password"
        placeholder={placeholder}
      />
    </>
  )
}

/** The five rules of a new password. A rule is ticked once `value` meets it. */
export const PasswordHints = ({ value }: { value: string }) => (
  <ul className={css.hints} aria-label={t('forms.passwordNeeds')}>
    {passwordRules.map(({ hint, holds }) => {
      const isMet = holds(value)
      return (
        <li key={hint.code} data-met={isMet || undefined}>
          {isMet ? <CircleCheck size={16} /> : <Circle size={16} />}
          <span>{hint.message}</span>
          <VisuallyHidden>{isMet ? t('forms.met') : t('forms.missing')}</VisuallyHidden>
        </li>
      )
    })}
  </ul>
)
