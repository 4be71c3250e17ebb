import { useState } from 'react'
import type { ChangeEvent, FocusEvent } from 'react'

/** One rule per field: returns an error message or undefined. Rules receive all values of the form. */
export type FormRules<Name extends string> = Record<
  Name,
  (values: Record<string, string>) => string | undefined
>

type FieldSchema = {
  safeParse: (value: unknown) => { error?: { issues: readonly { message: string }[] } | undefined }
}

/** Returns the first message of the schema for a value; undefined if it is valid. A missing value counts as empty. */
export const schemaError = (schema: FieldSchema, value: string | undefined): string | undefined =>
  schema.safeParse(value ?? '').error?.issues[0]?.message

type Input = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const formValues = (form: HTMLFormElement | null): Record<string, string> => {
  if (!form) return {}
  return Object.fromEntries(
    [...new FormData(form)].filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

/**
 * Validates a field on blur, and on every change while its error is shown.
 * Spread `checkProps` on the form; give each control `error={errors.name}`; call `checkAll(form)` before sending.
 */
export const useFormValidation = <Name extends string>(rules: FormRules<Name>) => {
  const [errors, setErrors] = useState<Partial<Record<Name, string | undefined>>>({})
  const isName = (name: string): name is Name => Object.hasOwn(rules, name)
  const validateField = (input: Input) => {
    if (!isName(input.name)) return
    const message = rules[input.name](formValues(input.form))
    setErrors((previous) => ({ ...previous, [input.name]: message }))
  }
  const checkProps = {
    onBlur: (event: FocusEvent<HTMLFormElement>) =>
      event.target instanceof HTMLElement && validateField(event.target as unknown as Input),
    onChange: (event: ChangeEvent<HTMLFormElement>) => {
      // Safe because a change bubbles up from a control of the form; React types the target as the form.
      const input = event.target as unknown as Input
      if (isName(input.name) && errors[input.name]) validateField(input)
    },
  }
  /** Validates all fields and focuses the first invalid one. Returns whether all are valid. */
  const checkAll = (form: HTMLFormElement): boolean => {
    const values = formValues(form)
    const messages: Partial<Record<Name, string | undefined>> = {}
    for (const name in rules) messages[name] = rules[name](values)
    setErrors(messages)
    const firstInvalid = [...form.elements].find(
      (element) => isName((element as Input).name) && messages[(element as Input).name as Name],
    )
    if (firstInvalid instanceof HTMLElement) firstInvalid.focus()
    return firstInvalid === undefined && Object.values(messages).every((message) => message === undefined)
  }
  return { errors, setErrors, checkProps, checkAll }
}
