import { useState } from 'react'
import type { ChangeEvent, FocusEvent } from 'react'

/** For each field a rule that answers the words of its error, or undefined. Rules see all values of the form. */
export type FormRules<Name extends string> = Record<
  Name,
  (values: Record<string, string>) => string | undefined
>

type Input = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const valuesOf = (form: HTMLFormElement | null): Record<string, string> => {
  if (!form) return {}
  return Object.fromEntries(
    [...new FormData(form)].filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

/**
 * Checks a field when the reader leaves it, and on every change once its error has shown.
 * Spread `checkProps` on the form; give each control `error={errors.name}`; call `checkAll(form)` before sending.
 */
export const useFormValidation = <Name extends string>(rules: FormRules<Name>) => {
  const [errors, setErrors] = useState<Partial<Record<Name, string | undefined>>>({})
  const isName = (name: string): name is Name => Object.hasOwn(rules, name)
  const check = (input: Input) => {
    if (!isName(input.name)) return
    const message = rules[input.name](valuesOf(input.form))
    setErrors((before) => ({ ...before, [input.name]: message }))
  }
  const checkProps = {
    onBlur: (event: FocusEvent<HTMLFormElement>) =>
      event.target instanceof HTMLElement && check(event.target as unknown as Input),
    onChange: (event: ChangeEvent<HTMLFormElement>) => {
      // React types the target as the form, but a change bubbles up from one of its controls.
      const input = event.target as unknown as Input
      if (isName(input.name) && errors[input.name]) check(input)
    },
  }
  /** Checks every rule, puts the focus into the first wrong field, and says whether all is well. */
  const checkAll = (form: HTMLFormElement): boolean => {
    const values = valuesOf(form)
    const found: Partial<Record<Name, string | undefined>> = {}
    for (const name in rules) found[name] = rules[name](values)
    setErrors(found)
    const wrong = [...form.elements].find(
      (element) => isName((element as Input).name) && found[(element as Input).name as Name],
    )
    if (wrong instanceof HTMLElement) wrong.focus()
    return wrong === undefined && Object.values(found).every((message) => message === undefined)
  }
  return { errors, setErrors, checkProps, checkAll }
}
