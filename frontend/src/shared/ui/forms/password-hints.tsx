import { passwordRules } from '@thirty/contracts/api/accounts/accounts.ts'
import { Circle, CircleCheck } from 'lucide-react'
import { VisuallyHidden } from '../visually-hidden.tsx'
import css from './password-hints.module.css'

/** The five rules of a new password. A rule is ticked once `value` meets it. */
export const PasswordHints = ({ value, id }: { value: string; id?: string }) => (
  <ul className={css.hints} id={id} aria-label="A password needs">
    {passwordRules.map(({ hint, holds }) => {
      const isMet = holds(value)
      return (
        <li key={hint} data-met={isMet || undefined}>
          {isMet ? <CircleCheck aria-hidden="true" size={16} /> : <Circle aria-hidden="true" size={16} />}
          {hint}
          <VisuallyHidden>{isMet ? ', met' : ', still missing'}</VisuallyHidden>
        </li>
      )
    })}
  </ul>
)
