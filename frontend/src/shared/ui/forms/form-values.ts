// Two parts of `useForm`: values that somebody else owns, such as a draft, and values that were typed before and not sent.

import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { ownUserId, useSession } from '../../session/session.ts'
import { loadUnsent, storeUnsent } from '../../session/unsent-values.ts'

export type ValuesOwner<Values> = { values: Values; onChange: (values: Values) => void }

/** Connects the fields to another owner of their values. Errors that its values do not have disappear. */
export function useOwnedValues<Values extends FieldValues>(
  fields: UseFormReturn<Values, unknown, unknown>,
  owner: ValuesOwner<Values> | undefined,
): void {
  const { errors, isSubmitted } = fields.formState
  const report = useEffectEvent((values: Values) => owner?.onChange(values))
  const show = useEffectEvent((values: Values) => {
    if (changedValues(fields.getValues(), values) === undefined) return
    fields.reset(values, { keepErrors: true, keepIsSubmitted: true, keepSubmitCount: true })
    // Safe: errors have the names of fields.
    void fields.trigger(isSubmitted ? undefined : (Object.keys(errors) as Path<Values>[]))
  })
  // Before the next event, which may type something that these values lack.
  useLayoutEffect(() => {
    if (owner) show(owner.values)
  }, [owner])
  const { subscribe } = fields
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => report(values) }),
    [subscribe],
  )
}

/**
 * Shows what was typed into a form before and not sent, and keeps what is typed from now on. Returns a function that keeps other values,
 * or forgets them.
 */
export function useUnsentValues<Values extends FieldValues>(
  { subscribe, reset }: Pick<UseFormReturn<Values, unknown, unknown>, 'subscribe' | 'reset'>,
  defaultValues: Values,
  form: string | undefined,
): (values: Values | undefined) => void {
  const [initial] = useState(defaultValues)
  // The session may begin to be known after the form is shown.
  const user = useSession(() => ownUserId())
  useEffect(() => {
    if (form === undefined || user === undefined) return undefined
    const typed = Object.entries(loadUnsent(form) ?? {}).filter(
      // An earlier release may have had other fields.
      ([name, value]) => name in initial && typeof value === typeof initial[name],
    )
    if (typed.length > 0) reset({ ...initial, ...Object.fromEntries(typed) }, { keepDefaultValues: true })
    return subscribe({
      formState: { values: true },
      callback: ({ values }) => storeUnsent(form, changedValues(initial, values)),
    })
  }, [form, user, initial, subscribe, reset])
  return (values) => form !== undefined && storeUnsent(form, values)
}

/** Returns the values that differ from those at the start: the others may change elsewhere meanwhile. */
function changedValues<Values extends FieldValues>(
  initial: Values,
  values: Values,
): Partial<Values> | undefined {
  const changed = Object.entries(values).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(initial[name]),
  )
  // Safe: they are some of the values.
  return changed.length === 0 ? undefined : (Object.fromEntries(changed) as Partial<Values>)
}
