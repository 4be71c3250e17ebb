// A setting or a choice that is on or off: a checkbox with its label, and a switch.

import { useId, type ComponentProps, type ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import css from './choice.module.css'

type BoxProps = Omit<ComponentProps<'input'>, 'type'> & { label: ReactNode }

export const Checkbox = ({ label, ...input }: BoxProps) => (
  <label className={css.choice}>
    <input {...input} type="checkbox" className={css.checkbox} />
    <span>{label}</span>
  </label>
)

type SwitchProps = BoxProps & {
  hint?: ReactNode
  /** Fills the width, with the label at its start and the switch at its end. */
  wide?: boolean
  /** Before the label of a wide switch. */
  icon?: ReactNode
  /** Before the control of a wide switch, such as its state in words. Hidden from assistive technology. */
  state?: ReactNode
}

/** Outside of a form it takes effect at once. */
export const Switch = ({ label, hint, wide = false, icon, state, ...input }: SwitchProps) => {
  const hintId = useId()
  return (
    <label className={classNames(css.choice, wide && css.wide)}>
      {icon && (
        <span className={css.icon} aria-hidden="true">
          {icon}
        </span>
      )}
      <input
        {...input}
        type="checkbox"
        // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a native checkbox has its own checked state
        role="switch"
        className={css.switch}
        aria-describedby={hint ? hintId : undefined}
      />
      <span className={css.text}>
        <span>{label}</span>
        {hint && (
          <span id={hintId} className={css.hint}>
            {hint}
          </span>
        )}
      </span>
      {state && (
        <span className={css.state} aria-hidden="true">
          {state}
        </span>
      )}
    </label>
  )
}
