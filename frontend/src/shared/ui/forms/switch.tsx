import { useId } from 'react'
import type { ComponentProps, ReactNode } from 'react'
import css from './choice.module.css'

type SwitchProps = Omit<ComponentProps<'input'>, 'type'> & { label: ReactNode; hint?: ReactNode }

/** A setting that takes effect at once, without saving. */
export const Switch = ({ label, hint, ...input }: SwitchProps) => {
  const hintId = useId()
  return (
    <label className={css.choice}>
      <input
        {...input}
        type="checkbox"
        // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a native checkbox has its own checked state
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
