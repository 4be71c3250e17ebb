import { passwordRules } from '@thirty/contracts/accounts/password-rules.ts'
import { Circle, CircleCheck } from 'lucide-react'
import { VisuallyHidden } from '../visually-hidden.tsx'
import { t } from '../../i18n/t.ts'
import css from './password-hints.module.css'

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
