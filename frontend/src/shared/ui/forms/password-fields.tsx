// Fields for a password: one that shows it on request, and the two for a new password.

import { useState } from 'react'
import { Circle, CircleCheck, Eye, EyeOff, Lock } from 'lucide-react'
import { passwordRules } from '@thirty/contracts/accounts/password-rules.ts'
import { inSentence } from '../../i18n/locale.ts'
import { t } from '../../i18n/t.ts'
import { VisuallyHidden } from '../visually-hidden.tsx'
import { Field, type FieldProps } from './field.tsx'
import type { TextControlProps } from './use-form.tsx'
import layout from '../../styles/layout.module.css'
import field from './field.module.css'
import css from './password-fields.module.css'

/** A password field with a button that shows and hides the password. The form sets `autoComplete`. */
export const PasswordField = ({
  label = t('common.password'),
  icon = <Lock />,
  ...rest
}: Omit<FieldProps, 'type' | 'end' | 'label'> & { label?: string }) => {
  const [isShown, setIsShown] = useState(false)
  return (
    <Field
      autoCapitalize="none"
      spellCheck={false}
      {...rest}
      {...{ label, icon }}
      type={isShown ? 'text' : 'password'}
      end={
        <button
          type="button"
          className={field.end}
          aria-label={t(isShown ? 'forms.hidePassword' : 'forms.showPassword', { label: inSentence(label) })}
          aria-pressed={isShown}
          onClick={() => setIsShown(!isShown)}
        >
          {isShown ? <EyeOff /> : <Eye />}
        </button>
      }
    />
  )
}

type NewPasswordFieldsProps = {
  form: {
    text: (name: 'password' | 'confirmPassword') => TextControlProps
    control: (name: 'password') => { value: string }
  }
  /** The placeholder of the second field. */
  placeholder?: string | undefined
  /** Whether the fields have a lock, for a form whose other fields have icons. */
  hasIcons?: boolean
}

/** Two fields for a new password, with the password rules. The second field catches typing errors. */
export const NewPasswordFields = ({ form, placeholder, hasIcons = false }: NewPasswordFieldsProps) => {
  const look = { autoComplete: 'new-password', ...(!hasIcons && { icon: null }) }
  return (
    <>
      <div className={hasIcons ? layout.stack20 : layout.stack12}>
        <PasswordField {...form.text('password')} {...look} />
        <PasswordHints value={form.control('password').value} />
      </div>
      <PasswordField
        {...form.text('confirmPassword')}
        {...look}
        label={t('forms.confirmPassword')}
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
