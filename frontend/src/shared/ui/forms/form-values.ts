// Parts of `useForm`: values that somebody else owns, such as a draft, values that were typed before and not sent, and how values are
// validated with a schema that is loaded later.

import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { FieldErrors, FieldValues, Path, Resolver, UseFormReturn } from 'react-hook-form'
import type { ZodType } from 'zod'
import { t } from '../../i18n/t.ts'
import { ownUserId, useSession } from '../../session/session.ts'
import { loadUnsent, storeUnsent } from '../../session/unsent-values.ts'
import { useAfter } from '../use-after.ts'

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

/** Time in milliseconds after which the schema of a form that nobody has touched is loaded. */
const untouchedMs = 5_000

/**
 * Loads the schema of a form when the form is touched (`prefetch`), has been shown for a while, or is validated (`load`). Many browsers
 * keep a failed import until the page is reloaded, so nothing is loaded without a connection before an attempt to send (`allow`).
 */
export function useSchemaLoader<Schema>(schema: () => Promise<Schema>) {
  const isAllowed = useRef(false)
  const load = async (): Promise<Schema> => {
    isAllowed.current ||= navigator.onLine
    if (!isAllowed.current) throw new TypeError('There is no connection')
    return schema()
  }
  // The next attempt tries again, and says that it failed.
  const prefetch = () => void load().catch(() => undefined)
  useAfter(untouchedMs, prefetch)
  // The browser may be wrong about the connection.
  const allow = () => {
    isAllowed.current = true
  }
  return { load, prefetch, allow }
}

/** A value that the server has refused, and why: the code and the message. */
export type RefusedValue = { value: unknown; type: string; message: string }

/**
 * Returns the resolver of a schema, which adds the errors of the server for values that have not changed since. Without its schema a form
 * cannot be sent, and says so: the page may be older than the server, or the browser may keep a failed load.
 */
export function resolverOf<Values extends FieldValues, Request>(
  loadSchema: () => Promise<ZodType<Request, Values>>,
  refusedValues: ReadonlyMap<string, RefusedValue>,
): Resolver<Values, unknown, Request> {
  return async (values, context, options) => {
    const result = await loadSchema().then(
      (schema) => standardSchemaResolver<Values, unknown, Request>(schema)(values, context, options),
      // Safe: every form may have its own error.
      () => ({
        values: {},
        errors: { root: { type: 'load', message: t('forms.notChecked') } } as FieldErrors<Values>,
      }),
    )
    const refused = [...refusedValues]
      .filter(([name, { value }]) => values[name] === value && !(name in result.errors))
      .map(([name, { type, message }]) => [name, { type, message }])
    if (refused.length === 0) return result
    return { values: {}, errors: { ...result.errors, ...Object.fromEntries(refused) } }
  }
}
