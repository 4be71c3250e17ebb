// How a form loads its schema, and validates its values with it.

import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form'
import type { ZodType } from 'zod'
import { t } from '../../i18n/t.ts'

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
  const prefetchLater = useEffectEvent(prefetch)
  useEffect(() => {
    const timer = setTimeout(() => prefetchLater(), untouchedMs)
    return () => clearTimeout(timer)
  }, [])
  // The browser may be wrong about the connection.
  const allow = () => {
    isAllowed.current = true
  }
  return { load, prefetch, allow }
}

/** A value that the server has refused, and why. */
export type RefusedValue = { value: unknown; message: string }

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
      .map(([name, { message }]) => [name, { type: 'server', message }])
    if (refused.length === 0) return result
    return { values: {}, errors: { ...result.errors, ...Object.fromEntries(refused) } }
  }
}
