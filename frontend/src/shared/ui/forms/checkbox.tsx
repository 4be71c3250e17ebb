import type { ComponentProps, ReactNode } from 'react'
import css from './choice.module.css'

type ChoiceProps = Omit<ComponentProps<'input'>, 'type'> & { label: ReactNode }

export const Checkbox = ({ label, ...input }: ChoiceProps) => (
  <label className={css.choice}>
    <input {...input} type="checkbox" className={css.checkbox} />
    <span>{label}</span>
  </label>
)
