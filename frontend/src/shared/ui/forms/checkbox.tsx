// A checkbox with its label.

import type { ComponentProps, ReactNode } from 'react'
import css from './choice.module.css'

type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & { label: ReactNode }

export const Checkbox = ({ label, ...input }: CheckboxProps) => (
  <label className={css.choice}>
    <input {...input} type="checkbox" className={css.checkbox} />
    <span>{label}</span>
  </label>
)
