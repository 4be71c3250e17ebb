import { useState } from 'react'
import { Eye, EyeOff, Lock } from 'lucide-react'
import { Field, type FieldProps } from './field.tsx'
import { inSentence } from '../../i18n/locale.ts'
import { t } from '../../i18n/t.ts'
import css from './field.module.css'

/** A password field with a button that shows and hides the password. The form sets `autoComplete`. */
export const PasswordField = ({
  label = t('common.password'),
  ...rest
}: Omit<FieldProps, 'type' | 'end' | 'label'> & { label?: string }) => {
  const [isShown, setIsShown] = useState(false)
  return (
    <Field
      icon={<Lock />}
      autoCapitalize="none"
      spellCheck={false}
      {...rest}
      label={label}
      type={isShown ? 'text' : 'password'}
      end={
        <button
          type="button"
          className={css.end}
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
