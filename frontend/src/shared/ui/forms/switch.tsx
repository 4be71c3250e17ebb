import { useId } from 'react'
import type { ComponentProps, ReactNode } from 'react'
import css from './choice.module.css'

type SwitchProps = Omit<ComponentProps<'input'>, 'type'> & { label: ReactNode; hint?: ReactNode }

/** On or off at once, without a Save. */
export const Switch = ({ label, hint, ...input }: SwitchProps) => {
  const hintId = useId()
  return (
    <label className={css.choice}>
      <input
        {...input}
        type="checkbox"
        // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a native checkbox says itself whether it is on
        role="switch"
        className={css.switch}
        aria-describedby={hint ? hintId : undefined}
      />
      <span>
        {label}
        {hint && (
          <span id={hintId} className={css.hint}>
            {hint}
          </span>
        )}
      </span>
    </label>
  )
}
